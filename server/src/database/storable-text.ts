/** Whether PostgreSQL can hold a text as it is; what it cannot hold is equal to nothing in it. */
export function isStorableText(text: unknown): text is string {
  return typeof text === 'string' && text.isWellFormed() && !text.includes('\0')
}
