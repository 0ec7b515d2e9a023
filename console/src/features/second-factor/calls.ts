import { ApiError } from '@mandap/client/api-error.ts'
import { type FactorKind, USED_CODE } from '@mandap/domain/session/second-factor.ts'
import { type JsonObject, readNumber, readObject, readText } from '@mandap/domain/wire/read.ts'
import { config } from '../client/config.ts'
import { session } from '../session/current.ts'
import { callIdentity, refusalOf } from '../session/identity-call.ts'
import type { NewTokens } from '../session/session.ts'
import type { PendingSignIn, Tokens } from '../session/sign-in.ts'
import { FactorError, type FactorFailure } from './failure.ts'
import {
  askPasskey,
  creationIn,
  type NewPasskey,
  type PasskeyAnswer,
  type PasskeyCreation,
  type PasskeyRequest,
  requestFrom,
} from './passkey.ts'

/** Ends a sign-in with a code of the app or a recovery code. */
export async function finishSignIn(
  { credential, factorId }: PendingSignIn,
  verificationCode: string,
): Promise<Tokens> {
  return tokensIn(
    await call('mfaSignIn:finalize', {
      mfaPendingCredential: credential,
      mfaEnrollmentId: factorId,
      totpVerificationInfo: { verificationCode },
    }),
  )
}

/** Ends a sign-in with a passkey, which the browser asks the person for. */
export async function finishSignInWithPasskey({ credential }: PendingSignIn): Promise<Tokens> {
  const mfaPendingCredential = credential
  const start = await call('passkeySignIn:start', { mfaPendingCredential })
  const authenticatorAuthenticationResponse = await askPasskey(requestIn(start))
  return tokensIn(
    await call('passkeySignIn:finalize', {
      mfaPendingCredential,
      authenticatorAuthenticationResponse,
    }),
  )
}

function tokensIn(answer: JsonObject): Tokens {
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

/** Requests a secret for an app. */
export async function startEnrolment(by: ConfirmedBy): Promise<Enrolment> {
  const answer = await confirmedCall('mfaEnrollment:start', { totpEnrollmentInfo: {} }, by)
  const { sessionInfo, sharedSecretKey } = readObject(answer['totpSessionInfo'])
  const enrolment = { id: readText(sessionInfo), key: readText(sharedSecretKey) }
  if (enrolment.id === '' || enrolment.key === '') throw new FactorError('broken')
  return enrolment
}

/** Adds the app that shows a code. Returns recovery codes with the first second factor, which no other call returns. */
export async function finishEnrolment(
  idToken: string,
  { id }: Enrolment,
  verificationCode: string,
): Promise<readonly string[]> {
  const totpVerificationInfo = { sessionInfo: id, verificationCode }
  return codesIn(await call('mfaEnrollment:finalize', { idToken, totpVerificationInfo }))
}

/** What the person shows of their second factor: a code, or the answer of a passkey. */
export type Proof = { code: string } | { passkey: PasskeyAnswer }

/** The password, and the second factor of somebody who has one. */
export interface Confirmation {
  password: string
  proof: Proof | undefined
}

/** The ID token of a sign-in of the last ten minutes, or what proves the person in the session of this browser. */
type ConfirmedBy = string | Confirmation

/** What a passkey of the signed-in administrator is asked for: a change of the second factor, or Super Admin. */
export type PasskeyPurpose = 'changeFactor' | 'elevate'

/** Asks for a passkey of the signed-in administrator. */
export async function confirmWithPasskey(
  idToken: string,
  purpose: PasskeyPurpose,
): Promise<PasskeyAnswer> {
  return askPasskey(requestIn(await call('passkeyConfirmation:start', { idToken, purpose })))
}

/** Requests what the browser needs to make a passkey. */
export async function startPasskey(by: ConfirmedBy): Promise<PasskeyCreation> {
  const answer = await confirmedCall('passkeyEnrollment:start', {}, by)
  return creationIn(answer['credentialCreationOptions'])
}

/** Adds the passkey that the browser made. Returns recovery codes with the first second factor. */
export async function finishPasskey(
  idToken: string,
  authenticatorRegistrationResponse: NewPasskey,
  displayName: string,
): Promise<readonly string[]> {
  const body = { idToken, displayName, authenticatorRegistrationResponse }
  return codesIn(await call('passkeyEnrollment:finalize', body))
}

/** Renames a passkey. */
export async function renamePasskey(
  idToken: string,
  mfaEnrollmentId: string,
  displayName: string,
): Promise<void> {
  await call('passkeys:rename', { idToken, mfaEnrollmentId, displayName })
}

/** Removes an app or a passkey. */
export async function removeFactor(
  mfaEnrollmentId: string,
  confirmation: Confirmation,
): Promise<void> {
  await confirmedCall('mfaEnrollment:withdraw', { mfaEnrollmentId }, confirmation).catch(notThere)
}

/** Replaces the recovery codes. */
export async function renewRecoveryCodes(by: ConfirmedBy): Promise<readonly string[]> {
  const answer = await confirmedCall('recoveryCodes:renew', {}, by).catch(notThere)
  const codes = codesIn(answer)
  if (codes.length === 0) throw new FactorError('broken')
  return codes
}

/** Rejects with the failure of a change; with `removed` if the second factor was removed before, as in another tab. */
function notThere(error: unknown): never {
  if (error instanceof FactorError && error.failure === 'ended')
    throw new FactorError('removed', error)
  throw error
}

/** An authenticator app. */
export interface App {
  id: string
  enrolledAt: string
}

export interface Passkey extends App {
  name: string
  /** `''` if it was not used yet. */
  lastUsedAt: string
}

/** The second factors of an account. */
export interface Factors {
  app: App | null
  passkeys: readonly Passkey[]
  recoveryCodesLeft: number
  /** Whether the server accepts no session of an account without a second factor. */
  isRequired: boolean
}

/** Returns the kinds of second factor of an account. */
export function kindsOf({ app, passkeys }: Factors): FactorKind[] {
  return [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(app ? (['app'] as const) : []),
  ]
}

/** Reads the second factors of the signed-in administrator. */
export async function readFactors(idToken: string, signal?: AbortSignal): Promise<Factors> {
  const url = config().identity.signInUrl.replace('signInWithPassword', 'lookup')
  const answer = await send(url, { idToken }, signal)
  const [user] = Array.isArray(answer['users']) ? answer['users'] : []
  if (user === undefined) throw new FactorError('broken')
  const { mfaInfo, passkeyInfo, recoveryCodesLeft, secondFactorRequired } = readObject(user)
  const [app = null] = Array.isArray(mfaInfo) ? mfaInfo.map(appFrom) : []
  return {
    app,
    passkeys: Array.isArray(passkeyInfo) ? passkeyInfo.map(passkeyFrom) : [],
    recoveryCodesLeft: readNumber(recoveryCodesLeft) ?? 0,
    isRequired: secondFactorRequired === true,
  }
}

function appFrom(info: unknown): App {
  const { mfaEnrollmentId, enrolledAt } = readObject(info)
  return { id: readText(mfaEnrollmentId), enrolledAt: readText(enrolledAt) }
}

function passkeyFrom(info: unknown): Passkey {
  const { displayName, lastUsedAt } = readObject(info)
  return { ...appFrom(info), name: readText(displayName), lastUsedAt: readText(lastUsedAt) }
}

/** Returns the recovery codes in an answer, which are there with the first second factor only. */
function codesIn({ recoveryCodes }: JsonObject): readonly string[] {
  return Array.isArray(recoveryCodes) ? recoveryCodes.map(readText) : []
}

function requestIn(answer: JsonObject): PasskeyRequest {
  return requestFrom(answer['credentialRequestOptions'])
}

/** Makes a call of a confirmed person. A confirmation in the call replaces the tokens of the session. */
async function confirmedCall(name: string, body: JsonObject, by: ConfirmedBy): Promise<JsonObject> {
  if (typeof by === 'string') return call(name, { idToken: by, ...body })
  try {
    return await session.reauthenticate(
      (idToken) => call(name, { idToken, ...body, ...confirming(by) }),
      newTokensIn,
    )
  } catch (error) {
    throw error instanceof FactorError ? error : new FactorError(failureIn(error), error)
  }
}

function confirming({ password, proof }: Confirmation): JsonObject {
  if (proof === undefined) return { password }
  return 'code' in proof
    ? { password, verificationCode: proof.code }
    : { password, authenticatorAuthenticationResponse: proof.passkey }
}

function newTokensIn({ idToken, refreshToken }: JsonObject): NewTokens {
  return {
    idToken: readText(idToken) || undefined,
    refreshToken: readText(refreshToken) || undefined,
  }
}

/** Makes a call of version 2 of the identity service. */
function call(name: string, body: JsonObject): Promise<JsonObject> {
  const { signInUrl } = config().identity
  return send(signInUrl.replace('/v1/accounts:signInWithPassword', `/v2/accounts/${name}`), body)
}

async function send(url: string, body: JsonObject, signal?: AbortSignal): Promise<JsonObject> {
  try {
    return await callIdentity(url, body, { signal })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new FactorError(failureIn(error), error)
  }
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
  INVALID_PASSKEY: 'wrongPasskey',
  PASSKEY_NOT_FOUND: 'unknownPasskey',
  PASSKEY_EXPIRED: 'expiredPasskey',
  PASSKEY_EXISTS: 'passkeyExists',
  TOO_MANY_PASSKEYS: 'tooManyPasskeys',
  OPERATION_NOT_ALLOWED: 'passkeyAddress',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'tooManyAttempts',
  INVALID_ID_TOKEN: 'signedOut',
  TOKEN_EXPIRED: 'signedOut',
  USER_DISABLED: 'signedOut',
}

function failureIn(error: unknown): FactorFailure {
  if (error instanceof ApiError && error.kind === 'unauthorised') return 'signedOut'
  const refusal = refusalOf(error)
  if (typeof refusal === 'string') return refusal
  const { code, sentence } = refusal
  const failure = CODES[code] ?? 'broken'
  // a hosted service has other sentences
  return failure === 'wrongCode' && sentence === USED_CODE ? 'usedCode' : failure
}
