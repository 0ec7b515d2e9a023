import { textFlaw } from './storable-text.ts'

/** Lists and objects within each other, at most: deeper JSON exhausts the stack of what reads it. */
export const MAX_DEPTH = 64

/** A part of a value that PostgreSQL cannot hold as it is. */
export interface UnstorablePart {
  /** Its place, with dots; `''` is the value itself. */
  path: string
  /** The rest of a sentence about it. */
  why: string
}

/** Finds the first part of a parsed JSON value that cannot be stored; null where all of it can. */
export function unstorablePart(value: unknown): UnstorablePart | null {
  return findPart(value, [])
}

function findPart(value: unknown, path: string[]): UnstorablePart | null {
  if (typeof value === 'string') return flawAt(path, value)
  if (typeof value !== 'object' || value === null) return null
  // the whole path would be as long as the nesting is deep
  if (path.length > MAX_DEPTH)
    return { path: path[0] ?? '', why: `is nested more than ${MAX_DEPTH} levels deep` }
  for (const [key, item] of Object.entries(value)) {
    path.push(key)
    const found = flawAt(path, key) ?? findPart(item, path)
    if (found) return found
    path.pop()
  }
  return null
}

function flawAt(path: readonly string[], text: string): UnstorablePart | null {
  const why = textFlaw(text)
  return why === null ? null : { path: path.join('.').toWellFormed().replaceAll('\0', ''), why }
}
