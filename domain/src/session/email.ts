/** The limit of RFC 5321 for a path, without its angle brackets. */
const MAX_EMAIL_BYTES = 254

export const INVALID_EMAIL = 'Enter a valid e-mail address.'

/** Returns whether a trimmed text has the form of an administrator's e-mail address. */
export function isEmail(text: string): boolean {
  return new TextEncoder().encode(text).length <= MAX_EMAIL_BYTES && /^[^\s@]+@[^\s@]+$/.test(text)
}
