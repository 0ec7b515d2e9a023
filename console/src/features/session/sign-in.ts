import { ApiError } from '@mandap/client/api-error.ts'
import { jsonObjectOf, request } from '@mandap/client/http.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { config } from '../client/config.ts'
import { session } from './current.ts'

/** Why a sign-in failed, for failures that the person can act on. */
export type SignInFailure =
  | 'refused'
  | 'tooManyTries'
  | 'demonstrationPassword'
  | 'unreachable'
  | 'broken'

const CODES: Readonly<Record<string, SignInFailure>> = {
  TOO_MANY_ATTEMPTS_TRY_LATER: 'tooManyTries',
  DEMONSTRATION_PASSWORD: 'demonstrationPassword',
}

/** Signs in with the identity service (§7). Returns null on success. */
export async function signIn(email: string, password: string): Promise<SignInFailure | null> {
  const answer = await call('signInUrl', { email, password, returnSecureToken: true })
  if (typeof answer === 'string') return answer
  if (typeof answer['idToken'] !== 'string') return 'broken'
  session.signIn({
    idToken: answer['idToken'],
    email,
    refreshToken: typeof answer['refreshToken'] === 'string' ? answer['refreshToken'] : undefined,
  })
  return null
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
  // a code, followed by ' : ' and a sentence in some errors
  return CODES[message.split(' ', 1)[0] ?? ''] ?? 'refused'
}
