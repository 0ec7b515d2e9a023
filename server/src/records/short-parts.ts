/** The index field by which searches of one or two characters find a record. Trigrams need three. */
export interface ShortParts {
  /** The codes of the characters and pairs of characters in the words of `searchText`. */
  shortParts: readonly number[]
}

const SPACE = 0x20
const LINE_BREAK = 0x0a

/** Codes of ASCII are below 2¹⁴ and differ. Other parts share the 2¹⁵ negative codes. */
const ASCII = 0x80
const NEGATIVE_CODES = 0x8000

/** Returns the index fields of a record together with its short parts. */
export function withShortParts<F extends { searchText: string }>(fields: F): F & ShortParts {
  return { ...fields, shortParts: shortParts(fields.searchText) }
}

/** Whether the codes of the current text contain a code. Used by every call: a new set takes three times as long. */
const isContained = new Uint8Array(2 * NEGATIVE_CODES)

/** Returns the codes of folded text. Words are apart, because no search contains white space. */
export function shortParts(folded: string): number[] {
  const codes: number[] = []
  const add = (code: number) => {
    const at = code + NEGATIVE_CODES
    if (isContained[at] === 0) codes.push(code)
    isContained[at] = 1
  }
  let previous: number | null = null
  for (const character of folded) {
    const current = character.codePointAt(0) ?? 0
    if (current === SPACE || current === LINE_BREAK) {
      previous = null
      continue
    }
    add(codeOf(current))
    if (previous !== null) add(codeOf(previous, current))
    previous = current
  }
  for (const code of codes) isContained[code + NEGATIVE_CODES] = 0
  return codes
}

/** Returns the code of a word of one or two characters. A record that has it may lack the word, unless it is ASCII. */
export function codeOfShort(word: string): number {
  const [first = 0, second] = Array.from(word, (character) => character.codePointAt(0) ?? 0)
  return codeOf(first, second)
}

/** Returns the code of one or two characters, as a smallint of PostgreSQL. */
function codeOf(first: number, second = 0): number {
  const code = first * ASCII + second
  return first < ASCII && second < ASCII ? code : -1 - (code % NEGATIVE_CODES)
}
