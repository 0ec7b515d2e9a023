/** The tokens of a session, as the console stores them. */
export type Tokens = Record<'idToken' | 'refreshToken', string>

/** Signs in at the URL that the console uses, by default as in a new demonstration. */
export async function signIn(origin: string): Promise<Tokens> {
  const email = process.env['ADMIN_EMAIL'] ?? 'admin@mandap.example'
  const password = process.env['ADMIN_PASSWORD'] ?? 'namaste-mandap'
  const config = (await (await fetch(`${origin}/config.json`)).json()) as {
    identity: { signInUrl: string; key: string }
  }
  const { signInUrl, key } = config.identity
  const answer = await fetch(`${new URL(signInUrl, origin).href}?key=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  })
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Tokens
}

/** Stores a session before the console starts. Runs in the page. */
export function storeSession({ idToken, refreshToken }: Tokens): void {
  localStorage.setItem('mandap.admin.token', idToken)
  localStorage.setItem('mandap.admin.refresh', refreshToken)
}
