import { PASSWORD_PROBLEMS } from '@mandap/domain/session/password.ts'
import { config } from '../client/config.ts'
import { callIdentity, type IdentityFailure, refusalOf } from './identity-call.ts'

/** The code of a reset mail, and the public key of the identity calls, from the URL of its link. */
export interface ResetLink {
  code: string
  key: string
}

/** Why a call failed, for failures that the person can act on. */
export interface ResetFailure {
  failure: IdentityFailure | 'expired' | 'invalid' | 'disabled' | 'tooManyAttempts'
  /** Seconds after which the call may be repeated. */
  retryAfter?: number | undefined
}

/** The sentence that says why the server refuses the new password. */
export interface WeakPassword {
  weakPassword: string
}

const CODES: Readonly<Record<string, ResetFailure['failure']>> = {
  EXPIRED_OOB_CODE: 'expired',
  INVALID_OOB_CODE: 'invalid',
  MISSING_OOB_CODE: 'invalid',
  // a link without its key gets the same message as one without its code
  API_KEY: 'invalid',
  USER_DISABLED: 'disabled',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'tooManyAttempts',
}

/**
 * Returns the e-mail address of the account that a reset link is for, or why the link does not work. With a new
 * password, it sets the password as well, or returns why it may not be used.
 */
export async function resetPassword(
  { code: oobCode, key }: ResetLink,
  newPassword?: string,
): Promise<{ email: string } | WeakPassword | ResetFailure> {
  const url = `${config().host}/identitytoolkit.googleapis.com/v1/accounts:resetPassword`
  try {
    const { email } = await callIdentity(url, { oobCode, newPassword }, { key })
    return typeof email === 'string' ? { email } : { failure: 'broken' }
  } catch (error) {
    return failureOf(error)
  }
}

function failureOf(error: unknown): WeakPassword | ResetFailure {
  const refusal = refusalOf(error)
  if (typeof refusal === 'string') return { failure: refusal }
  const { code, sentence, retryAfter } = refusal
  if (code === 'WEAK_PASSWORD') return { weakPassword: sentence ?? PASSWORD_PROBLEMS.short }
  return { failure: CODES[code] ?? 'broken', retryAfter }
}
