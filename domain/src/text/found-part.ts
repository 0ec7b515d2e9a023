import { phoneDigits, searchTerms } from './search.ts'
import { fold } from './text.ts'

/** A part of a text: the code units `[start, end)`. */
export interface Part {
  start: number
  end: number
}

/**
 * Returns the parts of a text that a search for `typed` finds (§5.5), in order and without overlaps: the text as
 * typed, or else its words and phones.
 */
export function foundParts(text: string, typed: string): Part[] {
  const whole = foundPart(text, typed)
  if (whole) return [whole]
  const parts = searchTerms(typed).flatMap(({ words, digits }) => {
    const written = words.map((word) => foundPart(text, word))
    const phone = digits !== '' && written.includes(null) ? foundPhone(text, digits) : null
    return [...written, phone].filter((part) => part !== null)
  })
  return merged(parts.toSorted((a, b) => a.start - b.start))
}

/**
 * Returns the text among `others` with the most search terms that no shown text contains, or null if none contains such
 * a term.
 */
export function textWithMore(
  typed: string,
  shown: readonly string[],
  others: readonly string[],
): string | null {
  const terms = searchTerms(typed).map(({ words }) => words.join(' '))
  const lacking = terms.filter((term) => !shown.some((text) => foundParts(text, term).length > 0))
  if (lacking.length === 0) return null
  const [most] = others
    .map((text) => ({
      text,
      count: lacking.filter((term) => foundParts(text, term).length > 0).length,
    }))
    .toSorted((a, b) => b.count - a.count)
  return most && most.count > 0 ? most.text : null
}

/** Returns the part of a phone from the first to the last of the digits, or null if it has others. */
function foundPhone(text: string, digits: string): Part | null {
  if (!phoneDigits(text).includes(digits)) return null
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index)
  const first = places
    .map((place) => text[place])
    .join('')
    .indexOf(digits)
  const [start, last] = [places[first], places[first + digits.length - 1]]
  return start === undefined || last === undefined ? null : { start, end: last + 1 }
}

function merged(parts: readonly Part[]): Part[] {
  const apart: Part[] = []
  for (const part of parts) {
    const last = apart.at(-1)
    if (last && part.start < last.end) last.end = Math.max(last.end, part.end)
    else apart.push({ ...part })
  }
  return apart
}

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

/** Texts in which each character is one code unit. */
const PLAIN = /^[ -~]*$/

/** Created for the first text that needs it, because creating it takes a phone 60 ms. */
let characters: Intl.Segmenter | undefined

function wholeCharacters(text: string, { start, end }: Part): Part {
  if (PLAIN.test(text)) return { start, end }
  characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const segments = characters.segment(text)
  const first = segments.containing(start)
  const last = segments.containing(end - 1)
  return {
    start: first?.index ?? start,
    end: last ? last.index + last.segment.length : end,
  }
}
