/** Text as it can be stored and sent everywhere: well-formed Unicode without NUL, trimmed. */
export function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').trim()
}

/** What nothing is drawn for, and what steers the direction of the rest; no white space. */
const INVISIBLE = /(?:\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}|[\uFFF9-\uFFFB])/gu

/** Invisible characters where writing needs them: what they join, vary and flag is drawn otherwise. */
const NEEDED = [
  // joins and parts letters of India and Arabia, and ends a Malayalam word
  /(?<=(?!\p{Default_Ignorable_Code_Point}|\p{Script=Inherited})[\p{Lo}\p{M}])[\u200C\u200D]/u,
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})/u,
  /(?<=(?!\p{Default_Ignorable_Code_Point})[\p{Lo}\p{S}\p{Emoji}])\p{Variation_Selector}/u,
  // England, Scotland and Wales
  /(?<=\u{1F3F4}[\u{E0020}-\u{E007E}]*)[\u{E0020}-\u{E007F}]/u,
]

const NEEDLESS = new RegExp(
  `(?!${NEEDED.map(({ source }) => source).join('|')})${INVISIBLE.source}`,
  'gu',
)

/**
 * Text as people are shown it and as rules read it: cleaned, and without the invisible characters by
 * which one text can look like another (docs/decisions/shown-text.md).
 */
export function shown(text: string): string {
  // most text is plain ASCII, which holds none
  if (/^[ -~]*$/.test(text)) return text.trim()
  return clean(text).replaceAll(NEEDLESS, '').trim()
}

/** Raw text whose invisible characters are written out, as `\u202e`: for what is shown as it came. */
export function spelledOut(text: string): string {
  const unit = (at: string) => `\\u${at.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replaceAll(NEEDLESS, (found) => found.split('').map(unit).join(''))
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** A shown text within a sentence, whose words stay in their order around one that is right-to-left. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}

/**
 * Text as searches compare it: cleaned, invisible characters dropped, compatibility forms and case
 * made equal, runs of white space made one space. Applied once when a record is read or written,
 * never inside SQL.
 */
export function fold(text: string): string {
  // most text is plain ASCII, of which the rest changes nothing
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().replaceAll(/ +/g, ' ').trim()
  return (
    clean(text)
      .replaceAll(INVISIBLE, '')
      .normalize('NFKC')
      .toLowerCase()
      // else a word's typed beginning would end in another sigma than the word goes on with
      .replaceAll('ς', 'σ')
      .normalize('NFKC')
      .replaceAll(/\s+/gu, ' ')
      .trim()
  )
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
