import { ApiError } from '@mandap/client/api-error.ts'
import { jsonObjectOf, request } from '@mandap/client/http.ts'
import { USED_CODE } from '@mandap/domain/session/second-factor.ts'
import { type JsonObject, readNumber, readObject, readText } from '@mandap/domain/wire/read.ts'
import { config } from '../client/config.ts'
import type { PendingSignIn, Tokens } from '../session/sign-in.ts'

/** Why a call of the second factor failed, for failures that the person can act on. */
export type FactorFailure =
  | 'wrongCode'
  | 'usedCode'
  | 'wrongPassword'
  | 'ended'
  | 'exists'
  | 'tooManyAttempts'
  | 'signedOut'
  | 'unreachable'
  | 'broken'

export const FACTOR_FAILURES: Readonly<Record<FactorFailure, string>> = {
  wrongCode: 'This code is wrong. Enter the code that the app shows now.',
  usedCode: USED_CODE,
  wrongPassword: 'The password is wrong.',
  ended: 'This took too long. Begin again.',
  exists: 'Your account has an authenticator app already. Reload this page.',
  tooManyAttempts: 'Too many wrong attempts. Wait a few minutes and try again.',
  signedOut: 'Your session has ended. Sign in again.',
  unreachable: "Can't reach the sign-in service. Check your connection and try again.",
  broken: 'The sign-in service had a problem. Try again in a moment.',
}

const CODES: Readonly<Record<string, FactorFailure>> = {
  INVALID_CODE: 'wrongCode',
  MISSING_CODE: 'wrongCode',
  INVALID_LOGIN_CREDENTIALS: 'wrongPassword',
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'wrongPassword',
  INVALID_MFA_PENDING_CREDENTIAL: 'ended',
  MFA_ENROLLMENT_NOT_FOUND: 'ended',
  SESSION_EXPIRED: 'ended',
  SECOND_FACTOR_EXISTS: 'exists',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'tooManyAttempts',
  INVALID_ID_TOKEN: 'signedOut',
  TOKEN_EXPIRED: 'signedOut',
  USER_DISABLED: 'signedOut',
}

/** A failed call of the second factor. */
export class FactorError extends Error {
  override readonly name = 'FactorError'
  readonly failure: FactorFailure
  constructor(failure: FactorFailure, cause?: unknown) {
    super(FACTOR_FAILURES[failure], { cause })
    this.failure = failure
  }
}

/** Returns whether a code was rejected, and not the call. */
export function isAboutCode(failure: FactorFailure): boolean {
  return failure === 'wrongCode' || failure === 'usedCode'
}

/** Returns why a call failed. */
export function failureOf(error: unknown): FactorFailure {
  return error instanceof FactorError ? error.failure : 'broken'
}

/** Ends a sign-in with a code of the app or a recovery code. */
export async function finishSignIn(
  { credential, factorId }: PendingSignIn,
  verificationCode: string,
): Promise<Tokens> {
  const answer = await call('mfaSignIn:finalize', {
    mfaPendingCredential: credential,
    mfaEnrollmentId: factorId,
    totpVerificationInfo: { verificationCode },
  })
  const idToken = readText(answer['idToken'])
  if (idToken === '') throw new FactorError('broken')
  return { idToken, refreshToken: readText(answer['refreshToken']) || undefined }
}

/** A secret for an app. */
export interface Enrolment {
  id: string
  /** As people type it. */
  key: string
}

/** Requests a secret for an app. `password` is needed later than ten minutes after the sign-in. */
export async function startEnrolment(idToken: string, password?: string): Promise<Enrolment> {
  const answer = await call('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {}, password })
  const { sessionInfo, sharedSecretKey } = readObject(answer['totpSessionInfo'])
  const enrolment = { id: readText(sessionInfo), key: readText(sharedSecretKey) }
  if (enrolment.id === '' || enrolment.key === '') throw new FactorError('broken')
  return enrolment
}

/** Adds the app that shows a code. Returns the recovery codes, which no other call returns. */
export async function finishEnrolment(
  idToken: string,
  { id }: Enrolment,
  verificationCode: string,
): Promise<readonly string[]> {
  const totpVerificationInfo = { sessionInfo: id, verificationCode }
  return codesIn(await call('mfaEnrollment:finalize', { idToken, totpVerificationInfo }))
}

/** The password, and a code of the second factor. */
export interface Confirmation {
  password: string
  verificationCode: string
}

/** Removes the second factor. */
export async function removeFactor(
  idToken: string,
  mfaEnrollmentId: string,
  confirmation: Confirmation,
): Promise<void> {
  await call('mfaEnrollment:withdraw', { idToken, mfaEnrollmentId, ...confirmation })
}

/** Replaces the recovery codes. */
export async function renewRecoveryCodes(
  idToken: string,
  confirmation: Confirmation,
): Promise<readonly string[]> {
  return codesIn(await call('recoveryCodes:renew', { idToken, ...confirmation }))
}

/** The second factor of an account. */
export interface Factor {
  id: string
  enrolledAt: string
  recoveryCodesLeft: number
}

/** Reads the second factor of the signed-in administrator; null if there is none. */
export async function readFactor(idToken: string, signal?: AbortSignal): Promise<Factor | null> {
  const url = config().identity.signInUrl.replace('signInWithPassword', 'lookup')
  const answer = await send(url, { idToken }, signal)
  const [user] = Array.isArray(answer['users']) ? answer['users'] : []
  if (user === undefined) throw new FactorError('broken')
  const account = readObject(user)
  const [info] = Array.isArray(account['mfaInfo']) ? account['mfaInfo'] : []
  if (info === undefined) return null
  const { mfaEnrollmentId, enrolledAt } = readObject(info)
  return {
    id: readText(mfaEnrollmentId),
    enrolledAt: readText(enrolledAt),
    recoveryCodesLeft: readNumber(account['recoveryCodesLeft']) ?? 0,
  }
}

function codesIn(answer: JsonObject): readonly string[] {
  const codes = Array.isArray(answer['recoveryCodes']) ? answer['recoveryCodes'].map(readText) : []
  if (codes.length === 0) throw new FactorError('broken')
  return codes
}

/** Makes a call of version 2 of the identity service. */
function call(name: string, body: JsonObject): Promise<JsonObject> {
  const { signInUrl } = config().identity
  return send(signInUrl.replace('/v1/accounts:signInWithPassword', `/v2/accounts/${name}`), body)
}

async function send(url: string, body: JsonObject, signal?: AbortSignal): Promise<JsonObject> {
  const { key, fetch } = config().identity
  const name = `POST ${url.split('/').at(-1)}`
  try {
    const options = {
      method: 'POST',
      url,
      call: name,
      query: { key },
      body,
      fetch,
      signal,
    } as const
    return jsonObjectOf(await request({ ...options, timeout: 20_000 }), name)
  } catch (error) {
    if (signal?.aborted) throw error
    throw new FactorError(failureIn(error), error)
  }
}

function failureIn(error: unknown): FactorFailure {
  if (!(error instanceof ApiError)) return 'unreachable'
  const { status, message = '' } = error.details
  if (status === undefined) return error.kind === 'malformed' ? 'broken' : 'unreachable'
  // a code, followed by ' : ' and a sentence in some errors
  const [code = '', sentence] = message.split(' : ')
  const failure = CODES[code] ?? 'broken'
  return failure === 'wrongCode' && sentence !== undefined ? 'usedCode' : failure
}
