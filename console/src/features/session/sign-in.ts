import type { FactorKind } from '@mandap/domain/session/second-factor.ts'
import { type JsonObject, readObject, readText } from '@mandap/domain/wire/read.ts'
import { config } from '../client/config.ts'
import { session } from './current.ts'
import { callIdentity, type IdentityFailure, refusalOf } from './identity-call.ts'

/** Why a sign-in failed, for failures that the person can act on. */
export type SignInFailure =
  | IdentityFailure
  | 'refused'
  | 'tooManyAttempts'
  | 'demonstrationPassword'
  | 'misconfigured'

const CODES: Readonly<Record<string, SignInFailure>> = {
  TOO_MANY_ATTEMPTS_TRY_LATER: 'tooManyAttempts',
  // the limit of a Firebase project
  QUOTA_EXCEEDED: 'tooManyAttempts',
  DEMONSTRATION_PASSWORD: 'demonstrationPassword',
  API_KEY: 'misconfigured',
  // a Firebase project without sign-ins by password
  CONFIGURATION_NOT_FOUND: 'misconfigured',
  OPERATION_NOT_ALLOWED: 'misconfigured',
  PASSWORD_LOGIN_DISABLED: 'misconfigured',
}

/** A sign-in whose password was right. */
export interface PendingSignIn {
  credential: string
  /** The id of any of the second factors, which calls with a code need. */
  factorId: string
  kinds: readonly FactorKind[]
}

export interface Tokens {
  idToken: string
  refreshToken: string | undefined
}

/** Tokens that are kept after the enrolment of a second factor, which takes minutes. */
export interface ReceivedTokens extends Tokens {
  /** Epoch milliseconds. */
  receivedAt: number
}

/** The result of entering the password. */
export type SignInOutcome =
  | { is: 'signedIn' }
  /** The account has a second factor. */
  | { is: 'secondStep'; pending: PendingSignIn }
  /** The server requires a second factor, and the account has none. */
  | { is: 'enrolment'; tokens: ReceivedTokens }
  | { is: 'failed'; failure: SignInFailure }

/** Signs in with the identity service (§7), or returns what has to follow the password. */
export async function signIn(email: string, password: string): Promise<SignInOutcome> {
  const answer = await call('signInUrl', { email, password, returnSecureToken: true })
  if (typeof answer === 'string') return { is: 'failed', failure: answer }
  const credential = readText(answer['mfaPendingCredential'])
  if (credential !== '') return { is: 'secondStep', pending: { credential, ...factorsIn(answer) } }
  const idToken = readText(answer['idToken'])
  if (idToken === '') return { is: 'failed', failure: 'broken' }
  const tokens = { idToken, refreshToken: readText(answer['refreshToken']) || undefined }
  if (answer['mfaEnrollmentRequired'] === true)
    return { is: 'enrolment', tokens: { ...tokens, receivedAt: Date.now() } }
  session.signIn({ ...tokens, email })
  return { is: 'signedIn' }
}

/** Reads the second factors of the account. The id is `''` if the account has another kind of factor. */
function factorsIn({ mfaInfo, passkeyInfo }: JsonObject): Omit<PendingSignIn, 'credential'> {
  const [passkey] = readObjects(passkeyInfo)
  const app = readObjects(mfaInfo).find((factor) => 'totpInfo' in factor)
  return {
    factorId: readText((app ?? passkey)?.['mfaEnrollmentId']),
    kinds: [...(passkey ? (['passkey'] as const) : []), ...(app ? (['app'] as const) : [])],
  }
}

function readObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(readObject) : []
}

/** Requests a reset e-mail from the identity service (§7). Returns whether it was accepted. */
export async function sendPasswordReset(email: string): Promise<boolean> {
  const answer = await call('resetUrl', { requestType: 'PASSWORD_RESET', email })
  return typeof answer !== 'string'
}

async function call(
  endpoint: 'signInUrl' | 'resetUrl',
  body: JsonObject,
): Promise<JsonObject | SignInFailure> {
  try {
    return await callIdentity(config().identity[endpoint], body)
  } catch (error) {
    const refusal = refusalOf(error)
    return typeof refusal === 'string' ? refusal : (CODES[refusal.code] ?? 'refused')
  }
}
