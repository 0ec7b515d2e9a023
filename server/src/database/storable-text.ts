/** Whether PostgreSQL can hold a text as it is; what it cannot hold is equal to nothing in it. */
export function isStorableText(text: unknown): text is string {
  return typeof text === 'string' && textFlaw(text) === null
}

/** Why PostgreSQL cannot hold a text, as the rest of a sentence; null where it can. */
export function textFlaw(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character, which cannot be stored'
  if (!text.isWellFormed()) return 'contains half of a surrogate pair, which is not valid Unicode'
  return null
}
