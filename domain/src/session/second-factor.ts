import { isDigits } from '../text/text.ts'

/** The kinds of second factor (§2.20). An administrator may have one app and several passkeys. */
export const FACTOR_KINDS = ['passkey', 'app'] as const

export type FactorKind = (typeof FACTOR_KINDS)[number]

export const FACTOR_LABELS = {
  passkey: 'Passkey',
  app: 'Authenticator app',
} as const satisfies Record<FactorKind, string>

/** How many passkeys an administrator may have, and the length of their names. */
export const MAX_PASSKEYS = 10
export const MAX_PASSKEY_NAME = 60

/** Digits of a code of an authenticator app, and the seconds for which it is shown. */
export const FACTOR_CODE_DIGITS = 6
export const FACTOR_CODE_SECONDS = 30

export const WRONG_CODE = 'The code of the second factor is wrong.'
export const USED_CODE = 'This code was already used. Wait for the next one.'
export const WRONG_PASSKEY = 'The passkey could not be confirmed. Try again, or use another way.'
export const UNKNOWN_PASSKEY =
  'This passkey is not one of your account: it was removed, or belongs to another account. Use another one.'
export const EXPIRED_PASSKEY = 'Using the passkey took too long. Try again.'

/** How many recovery codes an administrator gets, and the letters and digits of each one. */
export const RECOVERY_CODES = 10
export const RECOVERY_CODE_LENGTH = 24

/** The letters and digits of recovery codes, without those that look like another one. */
export const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A code of the second factor, as a person typed it. */
export type FactorCode = { is: 'totp' | 'recovery'; code: string }

/** Reads a code of an authenticator app or a recovery code, in any spelling. Returns `null` if it is neither. */
export function factorCodeFrom(typed: string): FactorCode | null {
  const code = plainCode(typed)
  if (isDigits(code, FACTOR_CODE_DIGITS)) return { is: 'totp', code }
  return code.length === RECOVERY_CODE_LENGTH ? { is: 'recovery', code } : null
}

/** Returns whether typed text may be a code of an account with these second factors. Without an app, it is a recovery code. */
export function isCodeFor(kinds: readonly FactorKind[], typed: string): boolean {
  const code = factorCodeFrom(typed)
  return code?.is === 'recovery' || (code?.is === 'totp' && kinds.includes('app'))
}

/** Returns a recovery code in groups of four: `abcd-efgh-jkmn-pqrs-tuvw-xyz2`. */
export function groupedRecoveryCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? ''
}

/** Returns a code without spaces, hyphens and capitals. */
function plainCode(typed: string): string {
  return typed.replaceAll(/[\s\p{Dash_Punctuation}]/gu, '').toLowerCase()
}
