import { DEMONSTRATION_EMAIL, DEMONSTRATION_PASSWORD } from '@mandap/demo/account.ts'

/** The tokens of a session, as the console stores them. */
export type Tokens = Record<'idToken' | 'refreshToken', string>

/** The account of the settings, by default that of a new demonstration. */
const ACCOUNT = {
  email: process.env['ADMIN_EMAIL'] ?? DEMONSTRATION_EMAIL,
  password: process.env['ADMIN_PASSWORD'] ?? DEMONSTRATION_PASSWORD,
}

/** Signs in at the URL that the console uses. */
export async function signIn(origin: string, account = ACCOUNT): Promise<Tokens> {
  const config = (await (await fetch(`${origin}/config.json`)).json()) as {
    identity: { signInUrl: string; key: string }
  }
  const { signInUrl, key } = config.identity
  const answer = await fetch(`${new URL(signInUrl, origin).href}?key=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, returnSecureToken: true }),
  })
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Tokens
}

/** Stores a session before the console starts. Runs in the page. */
export function storeSession({ idToken, refreshToken }: Tokens): void {
  localStorage.setItem('mandap.admin.token', idToken)
  localStorage.setItem('mandap.admin.refresh', refreshToken)
}
