import { fold } from './text.ts'

/** A part of a text: the code units `[start, end)`. */
export interface Part {
  start: number
  end: number
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Returns the first part of a text that a search for `typed` finds (§5.5), extended to whole characters, or
 * null if the search does not find it.
 */
export function foundPart(text: string, typed: string): Part | null {
  const part = fold(typed)
  if (part === '' || !fold(text).includes(part)) return null
  // folding changes lengths, so offsets in the folded text do not apply to the text itself
  const end = firstWhere(text.length, (length) => fold(text.slice(0, length)).includes(part))
  const cut = firstWhere(end, (dropped) => !fold(text.slice(dropped, end)).includes(part))
  const start = Math.max(0, cut - 1)
  return fold(text.slice(start, end)).includes(part) ? wholeCharacters(text, { start, end }) : null
}

/** Returns the first of `0 … last` for which `holds` is true. Expects it to be true for all later ones too. */
function firstWhere(last: number, holds: (n: number) => boolean): number {
  let low = 0
  let high = last
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
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
