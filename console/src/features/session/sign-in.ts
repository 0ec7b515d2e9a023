import { ApiError } from '@mandap/client/api-error.ts'
import { jsonObjectOf, request } from '@mandap/client/http.ts'
import type { FactorKind } from '@mandap/domain/session/second-factor.ts'
import { type JsonObject, readObject, readText } from '@mandap/domain/wire/read.ts'
import { config } from '../client/config.ts'
import { session } from './current.ts'

/** Why a sign-in failed, for failures that the person can act on. */
export type SignInFailure =
  | 'refused'
  | 'tooManyTries'
  | 'demonstrationPassword'
  | 'unreachable'
  | 'broken'
  | 'misconfigured'

const CODES: Readonly<Record<string, SignInFailure>> = {
  TOO_MANY_ATTEMPTS_TRY_LATER: 'tooManyTries',
  // the limit of a Firebase project
  QUOTA_EXCEEDED: 'tooManyTries',
  DEMONSTRATION_PASSWORD: 'demonstrationPassword',
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
  body: Record<string, unknown>,
): Promise<JsonObject | SignInFailure> {
  const { identity } = config()
  const name = `POST ${endpoint}`
  try {
    const query = { key: identity.key }
    const { [endpoint]: url, fetch } = identity
    const options = { method: 'POST', url, call: name, query, body, fetch } as const
    return jsonObjectOf(await request({ ...options, timeout: 20_000 }), name)
  } catch (error) {
    return failureOf(error)
  }
}

function failureOf(error: unknown): SignInFailure {
  if (!(error instanceof ApiError)) return 'unreachable'
  const { status, message = '', body } = error.details
  if (status === undefined) return error.kind === 'malformed' ? 'broken' : 'unreachable'
  if (status >= 500 || body === null) return 'broken'
  if (message.startsWith('API key')) return 'misconfigured'
  // a code, followed by ' : ' and a sentence in some errors
  return CODES[message.split(' ', 1)[0] ?? ''] ?? 'refused'
}
