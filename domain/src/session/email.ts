import { shown } from '../text/text.ts'

/** The limit of RFC 5321 for a path, without its angle brackets. */
const MAX_EMAIL_BYTES = 254

export const INVALID_EMAIL = 'Enter a valid e-mail address.'

/**
 * Returns whether a trimmed text has the form of an administrator's e-mail address. It has no invisible character,
 * which would make two addresses look equal.
 */
export function isEmail(text: string): boolean {
  const isShort = new TextEncoder().encode(text).length <= MAX_EMAIL_BYTES
  return isShort && /^[^\s@]+@[^\s@]+$/.test(text) && shown(text) === text
}

/**
 * Returns whether an e-mail address may be stored for an administrator, or receive mail: like `isEmail`, without the special
 * characters of RFC 5322, which programs read as the end of an address or as a name. Accounts of earlier releases may have
 * them, so that these people still sign in with what `isEmail` accepts.
 */
export function isStorableEmail(text: string): boolean {
  return isEmail(text) && !/[()<>[\]:;\\,"]/.test(text)
}
