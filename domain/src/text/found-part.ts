import { fold } from './text.ts'

/** A part of a text, in code units: `[start, end)`. */
export interface Part {
  start: number
  end: number
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Returns where typed text first occurs in a shown text, compared as searches compare (§5.5), in whole
 * characters; null if it does not occur.
 */
export function foundPart(text: string, typed: string): Part | null {
  const part = fold(typed)
  if (part === '' || !fold(text).includes(part)) return null
  // folding changes lengths, so the position is found by folding shorter parts of the text
  const end = firstWhere(text.length, (at) => fold(text.slice(0, at)).includes(part))
  const cut = firstWhere(end, (dropped) => !fold(text.slice(dropped, end)).includes(part))
  const start = Math.max(0, cut - 1)
  return fold(text.slice(start, end)).includes(part) ? wholeCharacters(text, { start, end }) : null
}

/** Returns the first of `0 … last` for which the test is true, if it is true for all later ones. */
function firstWhere(last: number, isThere: (at: number) => boolean): number {
  let low = 0
  let high = last
  while (low < high) {
    const middle = (low + high) >> 1
    if (isThere(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function wholeCharacters(text: string, { start, end }: Part): Part {
  const segments = characters.segment(text)
  const first = segments.containing(start)
  const last = segments.containing(end - 1)
  return {
    start: first?.index ?? start,
    end: last ? last.index + last.segment.length : end,
  }
}
