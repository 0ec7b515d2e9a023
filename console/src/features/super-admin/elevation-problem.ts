import {
  NOT_AUTHORIZED,
  OTP_ERROR,
  OTP_NOT_SENT,
  WRONG_OTP,
} from '@mandap/domain/super-admin/elevation.ts'
import { readNumber, readObject } from '@mandap/domain/wire/read.ts'
import { ApiError } from '@mandap/client/api-error.ts'
import { codeFailureText, FactorError, type FactorFailure } from '../second-factor/failure.ts'

/** Error codes for which the host's message says more than the console's texts. */
const EXPLAINED = [
  'INVALID',
  'ROLE_REQUIRED',
  'SMS_CONFIGURATION',
  'SMS_BALANCE',
  'SMS_DEVELOPMENT',
  'TOO_MANY_ATTEMPTS',
  'OTP_EXPIRED',
  'PHONE_VERIFIED',
  'SECOND_FACTOR_REQUIRED',
  'WRONG_PASSKEY',
  'UNKNOWN_PASSKEY',
  'PASSKEY_EXPIRED',
]

/** Error codes of a refused code of the second factor. */
const CODE_FAILURES: Readonly<Record<string, FactorFailure>> = {
  WRONG_CODE: 'wrongCode',
  USED_CODE: 'usedCode',
}

/** Returns the text of §8 that says why no OTP was sent. */
export function sendError(error: unknown): string {
  if (!(error instanceof ApiError)) return OTP_ERROR
  if (error.code === 'NOT_AUTHORIZED') return NOT_AUTHORIZED
  const wasAnswered = !['unreachable', 'timeout', 'malformed'].includes(error.kind)
  return explained(error) ?? (wasAnswered ? OTP_NOT_SENT : OTP_ERROR)
}

/** Returns the text that says why an OTP was rejected (§5.2, §8), or the typed code of the second factor beside it. */
export function verifyProblem(error: unknown, typed = ''): string {
  if (error instanceof FactorError) return error.message
  if (!(error instanceof ApiError)) return 'The OTP could not be checked. Try again.'
  const failure = CODE_FAILURES[error.code ?? '']
  if (failure) return codeFailureText(failure, typed)
  return error.code === 'WRONG_OTP' ? WRONG_OTP : (explained(error) ?? error.message)
}

/** Returns what was rejected: the OTP, a code of the second factor, or a passkey. */
export function rejected(error: unknown): 'otp' | 'code' | 'passkey' {
  if (error instanceof FactorError) return 'passkey'
  const code = error instanceof ApiError ? error.code : null
  if (code !== null && Object.hasOwn(CODE_FAILURES, code)) return 'code'
  return code?.includes('PASSKEY') ? 'passkey' : 'otp'
}

/** Returns how many more times the OTP can be entered; null if the host does not say. */
export function attemptsLeft(error: unknown): number | null {
  if (!(error instanceof ApiError)) return null
  return readNumber(readObject(readObject(error.details.body)['error'])['triesLeft'])
}

function explained({ code, details }: ApiError): string | null {
  return code !== null && EXPLAINED.includes(code) ? (details.message ?? null) : null
}
