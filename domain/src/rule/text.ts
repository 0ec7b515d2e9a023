/** Text as it can be stored and sent everywhere: well-formed Unicode without NUL, trimmed. */
export function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').trim()
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
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
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
