/** Returns the text as well-formed Unicode without NUL, so that PostgreSQL and JSON can hold it. */
export function wellFormed(text: string): string {
  // nearly every text is well-formed, and the test is several times as fast as `toWellFormed`
  const formed = text.isWellFormed() ? text : text.toWellFormed()
  return formed.includes('\0') ? formed.replaceAll('\0', '') : formed
}

/** Returns the text trimmed, well-formed and without NUL. */
export function clean(text: string): string {
  return wellFormed(text).trim()
}

/**
 * Characters that are not drawn or that change the direction of the text. The first group is white space. The
 * second is the black flag, followed by the tag characters that turn it into the flag of England, Scotland or Wales.
 */
const INVISIBLE =
  /([\t-\r])|(\u{1F3F4})[\u{E0020}-\u{E007E}]*\u{E007F}?|\p{Default_Ignorable_Code_Point}|\p{Cc}|[\uFFF9-\uFFFB]/gu

/** The replacement with which `fold()` keeps white space, and a flag without its tags, of a match of `INVISIBLE`. */
const SEARCHED = '$1$2'

/** Invisible characters that change how their neighbours are drawn. */
const NEEDED = [
  // joiner and non-joiner in Indic and Arabic script
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

/** Replaces the invisible characters that the script does not need. */
function replaceNeedless(text: string, replacement: (found: string) => string): string {
  return text.replaceAll(INVISIBLE, (found, space?: string, flag?: string, at = 0) =>
    space !== undefined || flag !== undefined || isNeeded(text, at) ? found : replacement(found),
  )
}

/**
 * Returns the text as screens show it and rules read it: cleaned, and without the invisible characters that
 * make different texts look the same (docs/decisions/shown-text.md).
 */
export function shown(text: string): string {
  // fast path: printable ASCII has no invisible characters
  if (/^[ -~]*$/.test(text)) return text.trim()
  return replaceNeedless(clean(text), () => '').trim()
}

/** Returns raw text with its invisible characters written as escapes such as `\u202e`. */
export function escapeInvisible(text: string): string {
  const unit = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
  return replaceNeedless(text, (found) => found.split('').map(unit).join(''))
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Wraps right-to-left text in directional isolates, so that it does not reorder the sentence around it. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}

/** Combining marks of one letter, including the half-width signs that NFKC turns into marks. */
const MARKS = /[\p{M}\uFF9E\uFF9F]+/gu
const FOUR_MARKS = /[\p{M}\uFF9E\uFF9F]{4}/u

/** Maximum number of marks on one letter; no language needs more (UAX #15, section 13). */
const MAX_MARKS = 30

/** Drops excess marks from each letter, because normalizing n marks takes time proportional to n². */
function withFewMarks(text: string): string {
  // fast path: four marks in a row are rare and cheap to look for
  if (text.length <= MAX_MARKS || !FOUR_MARKS.test(text)) return text
  return text.replaceAll(MARKS, (run) =>
    run.length > MAX_MARKS ? Array.from(run).slice(0, MAX_MARKS).join('') : run,
  )
}

/**
 * Returns the text as searches compare it: cleaned, without invisible characters, normalized to NFKC, in lower
 * case, with each run of white space as one space. SQL never folds; it compares the stored folded text.
 */
export function fold(text: string): string {
  // fast path: the remaining steps do not change printable ASCII
  if (/^[ -~]*$/.test(text)) {
    const lower = text.toLowerCase().trim()
    return lower.includes('  ') ? lower.replaceAll(/ +/g, ' ') : lower
  }
  const few = withFewMarks(clean(text).replaceAll(INVISIBLE, SEARCHED))
  const lower = few
    .normalize('NFKC')
    .toLowerCase()
    // toLowerCase() makes a sigma at the end of a word ς, so a typed prefix would not match the whole word
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
  // NFKC can turn one mark into several
  return withFewMarks(lower).replaceAll(/\s+/gu, ' ').trim()
}

/** Folds several texts into one. The line breaks between them keep a search from matching across two texts. */
export function foldTogether(texts: readonly string[]): string {
  return texts
    .map(fold)
    .filter((text) => text !== '')
    .join('\n')
}

/** Splits a typed search into folded words (§5.5). */
export function words(text: string): string[] {
  const folded = fold(text)
  return folded === '' ? [] : folded.split(' ')
}

/** Returns whether a text is this many digits, and nothing else. */
export function isDigits(text: string, count: number): boolean {
  return text.length === count && /^\d+$/.test(text)
}
