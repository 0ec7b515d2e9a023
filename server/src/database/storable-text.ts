/** Returns whether PostgreSQL can store a text unchanged. No stored text equals one that it cannot. */
export function isStorableText(text: unknown): text is string {
  return typeof text === 'string' && textFlaw(text) === null
}

/** Returns why PostgreSQL cannot store a text, as the rest of a sentence; null if it can. */
export function textFlaw(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character, which cannot be stored'
  if (!text.isWellFormed()) return 'contains half of a surrogate pair, which is not valid Unicode'
  return null
}
