/** What a spreadsheet passes over, or nobody sees, before the sign of a formula. */
const BEFORE = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/u

/** `=`, `+`, `-`, `@`, and the minus of mathematics; full-width and small forms become these. */
const SIGN = /^[=+\-@−]/

/** A cell that begins with a line break or a tab may reach a spreadsheet as the next cell or row. */
const BREAK = /^[\t\r\n]/

/** Whether a spreadsheet that opens the text as a cell of a CSV file may compute it. */
export function mayBeFormula(text: string): boolean {
  // most text begins with a letter or digit, of which the rest finds nothing
  if (/^[0-9A-Za-z]/.test(text)) return false
  const [first = ''] = text.replace(BEFORE, '')
  return BREAK.test(text) || SIGN.test(first.normalize('NFKC'))
}

/** The text with an apostrophe before it where a spreadsheet may compute it; `+91…` stays readable. */
export function withoutFormula(text: string): string {
  return mayBeFormula(text) ? `'${text}` : text
}
