/** Characters before a formula's sign that a spreadsheet ignores or that are not visible. */
const BEFORE = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/u

/** The first characters of a formula, and U+2212. Compared after NFKC, which also covers full-width and small forms. */
const SIGN = /^[=+\-@−]/

/** A spreadsheet may read a leading line break or tab as the start of the next row or cell. */
const BREAK = /^[\t\r\n]/

/** Returns whether a spreadsheet may compute the text if it is a cell of a CSV file. */
export function mayBeFormula(text: string): boolean {
  // fast path: text that begins with a letter or digit is no formula
  if (/^[0-9A-Za-z]/.test(text)) return false
  const [first = ''] = text.replace(BEFORE, '')
  return BREAK.test(text) || SIGN.test(first.normalize('NFKC'))
}

/** Where a spreadsheet may begin another cell, beside the comma of the file. */
const SEPARATOR = /([;\t\r\n])/

/**
 * Puts an apostrophe before text that a spreadsheet may compute, also behind a separator: many computers separate cells by
 * semicolons, and then the quotes of the file do not hold a cell together. `+91…` stays readable.
 */
export function withoutFormula(text: string): string {
  const start = mayBeFormula(text) ? "'" : ''
  if (!SEPARATOR.test(text)) return start + text
  // cells and separators alternate
  const parts = text.split(SEPARATOR)
  return (
    start +
    parts
      .map((part, at) => (at > 0 && at % 2 === 0 && mayBeFormula(part) ? `'${part}` : part))
      .join('')
  )
}
