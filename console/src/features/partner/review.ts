import { isObject, readNumber, readText } from '@mandap/domain/wire/read.ts'

/** The list of a review, passed as navigation state. */
export interface Review {
  /** The path and search of the list. */
  from: string
  /** The partner's index in that list. */
  at: number
  /** The number of history entries between the list and this screen. */
  depth: number
}

export function reviewFrom(state: unknown): Review | null {
  if (!isObject(state) || !isObject(state['review'])) return null
  const { from, at, depth } = state['review']
  const position = readNumber(at)
  const steps = readNumber(depth)
  if (readText(from) === '' || position === null || steps === null) return null
  return { from: readText(from), at: position, depth: steps }
}

export function reviewState(review: Review | null) {
  return review && { review }
}
