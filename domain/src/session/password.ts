import { RECENT_MINUTES } from './recent-sign-in.ts'

/** In characters. NIST SP 800-63B requires length rather than kinds of characters. */
export const MIN_PASSWORD_LENGTH = 12

const PRODUCT = 'mandap'

/** Why a new password is refused (§2.20). Only the server has the lists of `common` and `breached` passwords. */
export type PasswordProblem = 'short' | 'name' | 'common' | 'breached'

export const PASSWORD_PROBLEMS: Readonly<Record<PasswordProblem, string>> = {
  short: `Use at least ${MIN_PASSWORD_LENGTH} characters.`,
  name: 'Use more than your e-mail address or the name of this product.',
  common: 'This password is on a list of common passwords. Choose another one.',
  breached: 'This password is known from a data breach. Choose another one.',
}

export const PASSWORD_REQUIRED = `Enter your password, because you signed in more than ${RECENT_MINUTES} minutes ago.`

/** Why a change of the password is refused, apart from the new password itself. */
export const WRONG_PASSWORD = 'The current password is wrong.'
export const SAME_PASSWORD = 'Use a password that differs from the current one.'

/**
 * Returns the number of characters as a person counts them: code points, where a letter and its accent are one. Some
 * keyboards send them as two, and a ligature that stands for many letters is one.
 */
export function passwordLength(password: string): number {
  const lengthOf = (text: string) => Array.from(text).length
  return Math.min(lengthOf(password), lengthOf(password.normalize('NFKC')))
}

/** Returns why the administrator with an e-mail address may not use a new password, as far as its text shows. */
export function passwordProblem(password: string, email: string): 'short' | 'name' | null {
  if (passwordLength(password) < MIN_PASSWORD_LENGTH) return 'short'
  return isName(password, [PRODUCT, email, email.split('@')[0] ?? '']) ? 'name' : null
}

/** Returns a password in NFKC and lower case, so that it compares equal in whichever form a keyboard sends it. */
export function foldPassword(password: string): string {
  return password.normalize('NFKC').toLowerCase()
}

/** Returns whether the letters of a password are one of the names, once or repeated. */
function isName(password: string, names: readonly string[]): boolean {
  const letters = lettersOf(password)
  return names
    .map(lettersOf)
    .some((name) => name !== '' && letters !== '' && letters.replaceAll(name, '') === '')
}

function lettersOf(text: string): string {
  return foldPassword(text).replaceAll(/\P{L}/gu, '')
}
