/** Digits in a Super Admin's phone number and in an OTP (§9). */
export const PHONE_DIGITS = 10
export const OTP_DIGITS = 6

/** How long an OTP is valid, and how often it may be entered wrongly (§4.1). */
export const OTP_MINUTES = 5
export const OTP_ATTEMPTS = 5

export const BAD_PHONE = 'Enter a valid 10-digit phone number'
export const NOT_AUTHORIZED = 'This number is not authorized for Super Admin access'
export const WRONG_OTP = 'Incorrect OTP'
export const OTP_NOT_SENT = 'Failed to send OTP'
export const OTP_ERROR = 'Error sending OTP'

/** The text with all but its first `most` digits stripped (§5.1, §5.2). */
export function digits(text: string, most: number): string {
  return text.replaceAll(/\D/g, '').slice(0, most)
}

/** Returns a phone number without separators, and without `+91`, `91` or `0` before its ten digits (§5.1). */
export function nationalNumber(text: string): string {
  // a number copied from a contact may come in marks of direction, which are not seen
  const plain = text.replaceAll(/[\s()\p{Dash_Punctuation}\p{Format}]/gu, '')
  return /^(?:\+?91|0)(\d{10})$/.exec(plain)?.[1] ?? plain
}

/**
 * Returns the digits that a phone field remembers of typed text: at most 10 of them are shown, and the 2
 * after them tell a `91` that is typed key by key from a number that begins with it (§5.1).
 */
export function typedPhone(text: string): string {
  return nationalNumber(digits(text, PHONE_DIGITS + 2))
}

/** Whether Send OTP is enabled (§5.1). */
export function isWholePhone(phone: string): boolean {
  return /^\d{10}$/.test(phone)
}

/** Whether Verify is enabled (§5.2). */
export function isWholeOtp(otp: string): boolean {
  return /^\d{6}$/.test(otp)
}

/** Why a number cannot be sent an OTP (§5.1), or `null`. */
export function phoneProblem(phone: string, authorised: readonly string[]): string | null {
  if (!isWholePhone(phone)) return BAD_PHONE
  return authorised.includes(phone) ? null : NOT_AUTHORIZED
}

/** A phone number with all but its last four digits hidden: `XXXXXX0001`. */
export function maskPhone(phone: string): string {
  return `${'X'.repeat(Math.max(0, phone.length - 4))}${phone.slice(-4)}`
}

/** Why an OTP does not elevate where the browser compares it (§5.2), or `null`. */
export function otpProblem(typed: string, sent: string): string | null {
  return isWholeOtp(typed) && typed === sent ? null : WRONG_OTP
}
