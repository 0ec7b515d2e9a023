/** Returns the text as well-formed Unicode without NUL, so that a database can store it. */
export function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** Returns the text as it can be stored and sent everywhere: well-formed, without NUL, trimmed. */
export function clean(text: string): string {
  return wellFormed(text).trim()
}

/**
 * Matches characters that are not drawn, and those that change the direction of text. The first group matches
 * white space among control characters, and the second a black flag with the tags that make it the flag of
 * England, Scotland or Wales.
 */
const INVISIBLE =
  /([\t-\r])|(\u{1F3F4})[\u{E0020}-\u{E007E}]*\u{E007F}?|\p{Default_Ignorable_Code_Point}|\p{Cc}|[\uFFF9-\uFFFB]/gu

/** Returns what a search compares: white space, and a flag without its tags. */
const SEARCHED = '$1$2'

/** Invisible characters that some scripts need, because they change how neighbours are drawn. */
const NEEDED = [
  // joins and separates letters of Indic and Arabic scripts, and ends a Malayalam word
  /(?<=(?!\p{Default_Ignorable_Code_Point}|\p{Script=Inherited})[\p{Lo}\p{M}])[\u200C\u200D]/uy,
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})/uy,
  /(?<=(?!\p{Default_Ignorable_Code_Point})[\p{Lo}\p{S}\p{Emoji}])\p{Variation_Selector}/uy,
]

function isNeeded(text: string, at: number): boolean {
  return NEEDED.some((needed) => {
    needed.lastIndex = at
    return needed.test(text)
  })
}

/** Replaces the invisible characters of a text that it does not need. */
function replaceNeedless(text: string, replacement: (found: string) => string): string {
  return text.replaceAll(INVISIBLE, (found, space?: string, flag?: string, at = 0) =>
    space !== undefined || flag !== undefined || isNeeded(text, at) ? found : replacement(found),
  )
}

/**
 * Returns text as people see it and as rules read it: cleaned, and without the invisible characters that make
 * one text look like another (docs/decisions/shown-text.md).
 */
export function shown(text: string): string {
  // most text is plain ASCII, which has none
  if (/^[ -~]*$/.test(text)) return text.trim()
  return replaceNeedless(clean(text), () => '').trim()
}

/**
 * Returns raw text with its invisible characters escaped, such as `\u202e`, for text that is shown unchanged.
 */
export function spelledOut(text: string): string {
  const unit = (at: string) => `\\u${at.charCodeAt(0).toString(16).padStart(4, '0')}`
  return replaceNeedless(text, (found) => found.split('').map(unit).join(''))
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * Returns a shown text for use in a sentence, so that a right-to-left text does not reorder its neighbours.
 */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}

/** Combining marks of one letter, and two half-width signs that become marks. */
const MARKS = /[\p{M}\uFF9E\uFF9F]+/gu
const FOUR_MARKS = /[\p{M}\uFF9E\uFF9F]{4}/u

/** No language uses more marks on one letter (UAX #15, 13). */
const MAX_MARKS = 30

/** Removes further marks on one letter, because the time to normalize them is quadratic. */
function withFewMarks(text: string): string {
  // few letters have four, and the check is fast
  if (text.length <= MAX_MARKS || !FOUR_MARKS.test(text)) return text
  return text.replaceAll(MARKS, (run) =>
    run.length > MAX_MARKS ? Array.from(run).slice(0, MAX_MARKS).join('') : run,
  )
}

/**
 * Returns text as searches compare it: cleaned, without invisible characters, with compatibility forms and
 * case folded, and with single spaces. Applied once when a record is read or written, never in SQL.
 */
export function fold(text: string): string {
  // most text is plain ASCII, which needs only this
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().replaceAll(/ +/g, ' ').trim()
  const few = withFewMarks(clean(text).replaceAll(INVISIBLE, SEARCHED))
  const lower = few
    .normalize('NFKC')
    .toLowerCase()
    // otherwise a typed prefix would end in another sigma than the word has there
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
  // one mark may have become several
  return withFewMarks(lower).replaceAll(/\s+/gu, ' ').trim()
}

/**
 * Returns several texts as one to search in. A typed text cannot match across two of them, because it
 * contains no line break.
 */
export function foldTogether(texts: readonly string[]): string {
  return texts
    .map(fold)
    .filter((text) => text !== '')
    .join('\n')
}

/** Returns the folded words of a typed search (§5.5). */
export function words(text: string): string[] {
  const folded = fold(text)
  return folded === '' ? [] : folded.split(' ')
}
