import { isDigits } from '../text/text.ts'

/** Digits in a Super Admin's phone number and in an OTP (§9). */
export const PHONE_DIGITS = 10
export const OTP_DIGITS = 6

/** How long an OTP is valid, and how often it may be entered wrongly (§4.1). */
export const OTP_MINUTES = 5
export const OTP_ATTEMPTS = 5

/** How long Super Admin mode lasts on our own server (§4.1). */
export const GRANT_MINUTES = 15

export const BAD_PHONE = 'Enter a valid 10-digit phone number'
export const NOT_AUTHORIZED = 'This number is not authorized for Super Admin access'
export const WRONG_OTP = 'Incorrect OTP'
export const OTP_NOT_SENT = 'Failed to send OTP'
export const OTP_ERROR = 'Error sending OTP'

/** Returns the first `max` digits of a text, without its other characters (§5.1, §5.2). */
export function digits(text: string, max: number): string {
  return text.replaceAll(/\D/g, '').slice(0, max)
}

/** Returns a phone number without separators, and without `+91`, `91` or `0` before its ten digits (§5.1). */
export function nationalNumber(text: string): string {
  // a number copied from a contact can contain invisible directional marks
  const plain = text.replaceAll(/[\s()\p{Dash_Punctuation}\p{Format}]/gu, '')
  const rest = /^(?:\+?91|0)(\d+)$/.exec(plain)?.[1]
  return rest?.length === PHONE_DIGITS ? rest : plain
}

/**
 * Returns the digits that a phone field keeps of the typed text (§5.1). It keeps 2 more digits than it shows, so that
 * it can tell a `91` prefix that is typed key by key from a number that begins with 91.
 */
export function typedPhone(text: string): string {
  return nationalNumber(digits(text, PHONE_DIGITS + 2))
}

/** Returns whether a phone number is complete, so that Send OTP is enabled (§5.1). */
export function isWholePhone(phone: string): boolean {
  return isDigits(phone, PHONE_DIGITS)
}

/** Returns whether an OTP is complete, so that Verify is enabled (§5.2). */
export function isWholeOtp(otp: string): boolean {
  return isDigits(otp, OTP_DIGITS)
}

/** Returns why no OTP can be sent to a number (§5.1), or `null`. */
export function phoneProblem(phone: string, authorised: readonly string[]): string | null {
  if (!isWholePhone(phone)) return BAD_PHONE
  return authorised.includes(phone) ? null : NOT_AUTHORIZED
}

/** Hides a phone number except for its last four digits: `XXXXXX0001`. */
export function maskPhone(phone: string): string {
  return `${'X'.repeat(Math.max(0, phone.length - 4))}${phone.slice(-4)}`
}

/** Returns why an OTP is rejected on a plain host, where the browser compares it (§5.2), or `null`. */
export function otpProblem(typed: string, sent: string): string | null {
  return isWholeOtp(typed) && typed === sent ? null : WRONG_OTP
}
