/** Characters before the sign of a formula that a spreadsheet ignores or that are invisible. */
const BEFORE = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/u

/** `=`, `+`, `-`, `@`, and the mathematical minus. Full-width and small forms are normalized to these. */
const SIGN = /^[=+\-@−]/

/** A spreadsheet may read a cell that begins with a line break or a tab as the next cell or row. */
const BREAK = /^[\t\r\n]/

/** Returns whether a spreadsheet may evaluate the text as a formula in a CSV file. */
export function mayBeFormula(text: string): boolean {
  // most text begins with a letter or digit, and cannot be a formula
  if (/^[0-9A-Za-z]/.test(text)) return false
  const [first = ''] = text.replace(BEFORE, '')
  return BREAK.test(text) || SIGN.test(first.normalize('NFKC'))
}

/** Returns the text with an apostrophe before it if a spreadsheet may evaluate it; `+91…` stays readable. */
export function withoutFormula(text: string): string {
  return mayBeFormula(text) ? `'${text}` : text
}
