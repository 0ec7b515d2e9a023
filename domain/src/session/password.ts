/** In characters. NIST SP 800-63B requires length rather than kinds of characters. */
export const MIN_PASSWORD_LENGTH = 12

/** Returns the number of characters as a person counts them: code points. */
export function passwordLength(password: string): number {
  return Array.from(password).length
}

export function isPasswordTooShort(password: string): boolean {
  return passwordLength(password) < MIN_PASSWORD_LENGTH
}
