import {
  NOT_AUTHORIZED,
  OTP_ERROR,
  OTP_NOT_SENT,
  WRONG_OTP,
} from '@mandap/domain/super-admin/elevation.ts'
import { readNumber, readObject } from '@mandap/domain/wire/read.ts'
import type { ErrorCode } from '@mandap/contract/error-code.ts'
import { ApiError, hasCode } from '@mandap/client/api-error.ts'
import { codeFailureText, FactorError, type FactorFailure } from '../second-factor/failure.ts'

/** Error codes of a refused passkey. */
const PASSKEY_CODES = [
  'WRONG_PASSKEY',
  'UNKNOWN_PASSKEY',
  'PASSKEY_EXPIRED',
] as const satisfies ErrorCode[]

/** Error codes for which the host's message says more than the console's texts. */
const EXPLAINED: readonly ErrorCode[] = [
  'INVALID',
  'ROLE_REQUIRED',
  'SMS_CONFIGURATION',
  'SMS_BALANCE',
  'SMS_DEVELOPMENT',
  'TOO_MANY_ATTEMPTS',
  'OTP_EXPIRED',
  'PHONE_VERIFIED',
  'SECOND_FACTOR_REQUIRED',
  ...PASSKEY_CODES,
]

/** Error codes of a refused code of the second factor. */
const CODE_FAILURES = {
  WRONG_CODE: 'wrongCode',
  USED_CODE: 'usedCode',
} as const satisfies Partial<Record<ErrorCode, FactorFailure>>

/** Returns the text of §8 that says why no OTP was sent. */
export function sendError(error: unknown): string {
  if (!(error instanceof ApiError)) return OTP_ERROR
  if (hasCode(error, 'NOT_AUTHORIZED')) return NOT_AUTHORIZED
  const wasAnswered = !['unreachable', 'timeout', 'malformed'].includes(error.kind)
  return explained(error) ?? (wasAnswered ? OTP_NOT_SENT : OTP_ERROR)
}

/** Returns the text that says why an OTP was rejected (§5.2, §8), or the typed code of the second factor beside it. */
export function verifyProblem(error: unknown, typed = ''): string {
  if (error instanceof FactorError) return error.message
  if (!(error instanceof ApiError)) return 'The OTP could not be checked. Try again.'
  if (isAboutCode(error)) return codeFailureText(CODE_FAILURES[error.code], typed)
  return hasCode(error, 'WRONG_OTP') ? WRONG_OTP : (explained(error) ?? error.message)
}

/** Returns what was rejected: the OTP, a code of the second factor, or a passkey. */
export function rejected(error: unknown): 'otp' | 'code' | 'passkey' {
  if (error instanceof FactorError || hasCode(error, ...PASSKEY_CODES)) return 'passkey'
  return isAboutCode(error) ? 'code' : 'otp'
}

function isAboutCode(error: unknown) {
  return hasCode(error, 'WRONG_CODE', 'USED_CODE')
}

/** Returns how many more times the OTP can be entered; null if the host does not say. */
export function attemptsLeft(error: unknown): number | null {
  if (!(error instanceof ApiError)) return null
  return readNumber(readObject(readObject(error.details.body)['error'])['triesLeft'])
}

function explained(error: ApiError): string | null {
  return hasCode(error, ...EXPLAINED) ? (error.details.message ?? null) : null
}
