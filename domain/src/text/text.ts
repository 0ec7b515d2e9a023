/** Returns the text as well-formed Unicode without NUL, so that a database can store it. */
export function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** Returns the text as it can be stored and sent everywhere: well-formed, without NUL, trimmed. */
export function clean(text: string): string {
  return wellFormed(text).trim()
}

/**
 * What nothing is drawn for, and what steers the direction of the rest. White space among control characters
 * is found too, as the first group; and with the black flag, the second, the tags that make the flags of
 * England, Scotland and Wales of it.
 */
const INVISIBLE =
  /([\t-\r])|(\u{1F3F4})[\u{E0020}-\u{E007E}]*\u{E007F}?|\p{Default_Ignorable_Code_Point}|\p{Cc}|[\uFFF9-\uFFFB]/gu

/** What of it a search compares: white space, and a flag without its tags. */
const SEARCHED = '$1$2'

/** Invisible characters where writing needs them: what they join and vary is drawn otherwise. */
const NEEDED = [
  // joins and parts letters of India and Arabia, and ends a Malayalam word
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

/** The text with its needless invisible characters replaced. */
function replaceNeedless(text: string, replacement: (found: string) => string): string {
  return text.replaceAll(INVISIBLE, (found, space?: string, flag?: string, at = 0) =>
    space !== undefined || flag !== undefined || isNeeded(text, at) ? found : replacement(found),
  )
}

/**
 * Text as people are shown it and as rules read it: cleaned, and without the invisible characters by
 * which one text can look like another (docs/decisions/shown-text.md).
 */
export function shown(text: string): string {
  // most text is plain ASCII, which holds none
  if (/^[ -~]*$/.test(text)) return text.trim()
  return replaceNeedless(clean(text), () => '').trim()
}

/** Raw text whose invisible characters are written out, as `\u202e`: for what is shown as it came. */
export function spelledOut(text: string): string {
  const unit = (at: string) => `\\u${at.charCodeAt(0).toString(16).padStart(4, '0')}`
  return replaceNeedless(text, (found) => found.split('').map(unit).join(''))
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** A shown text within a sentence, whose words stay in their order around one that is right-to-left. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}

/** Combining marks of one letter, and two half-width signs that become such. */
const MARKS = /[\p{M}\uFF9E\uFF9F]+/gu
const FOUR_MARKS = /[\p{M}\uFF9E\uFF9F]{4}/u

/** No language writes more on one letter (UAX #15, 13). */
const MAX_MARKS = 30

/** Drops more marks on one letter: to normalize them takes a time that grows with their number squared. */
function withFewMarks(text: string): string {
  // few letters have four, and they are quickly looked for
  if (text.length <= MAX_MARKS || !FOUR_MARKS.test(text)) return text
  return text.replaceAll(MARKS, (run) =>
    run.length > MAX_MARKS ? Array.from(run).slice(0, MAX_MARKS).join('') : run,
  )
}

/**
 * Text as searches compare it: cleaned, invisible characters dropped, compatibility forms and case
 * made equal, runs of white space made one space. Applied once when a record is read or written,
 * never inside SQL.
 */
export function fold(text: string): string {
  // most text is plain ASCII, of which the rest changes nothing
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().replaceAll(/ +/g, ' ').trim()
  const few = withFewMarks(clean(text).replaceAll(INVISIBLE, SEARCHED))
  const lower = few
    .normalize('NFKC')
    .toLowerCase()
    // else a word's typed beginning would end in another sigma than the word goes on with
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
  // one mark may have become several
  return withFewMarks(lower).replaceAll(/\s+/gu, ' ').trim()
}

/** Several texts as one to search in; no typed text spans two of them, for it holds no line break. */
export function foldTogether(texts: readonly string[]): string {
  return texts
    .map(fold)
    .filter((text) => text !== '')
    .join('\n')
}

/** The folded words of a typed search (§5.5). */
export function words(text: string): string[] {
  const folded = fold(text)
  return folded === '' ? [] : folded.split(' ')
}
