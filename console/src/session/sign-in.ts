import { config } from '../host/config.ts'
import { session } from './current.ts'

/** Why a sign-in failed, as far as the person can do something about it. */
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

/** Signs in at the identity service (§7). Null is success. */
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

/** Asks the identity service for a reset e-mail (§7). True when it was accepted. */
export async function sendPasswordReset(email: string): Promise<boolean> {
  const answer = await call('resetUrl', { requestType: 'PASSWORD_RESET', email })
  return typeof answer !== 'string'
}

async function call(
  endpoint: 'signInUrl' | 'resetUrl',
  body: Record<string, unknown>,
): Promise<Record<string, unknown> | SignInFailure> {
  const { identity } = config()
  try {
    const response = await fetch(`${identity[endpoint]}?key=${encodeURIComponent(identity.key)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    if (response.status >= 500) return 'broken'
    const answer = (await response.json()) as Record<string, unknown>
    if (response.ok) return answer
    const { error } = answer as { error?: { message?: string } }
    // a code, and where it has one, ' : ' and its sentence
    return CODES[error?.message?.split(' ', 1)[0] ?? ''] ?? 'refused'
  } catch (problem) {
    return problem instanceof SyntaxError ? 'broken' : 'unreachable'
  }
}
