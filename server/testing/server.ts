import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { connect } from '../src/database/connection.ts'
import { ensureAdministrator } from '../src/session/administrator.ts'
import { WEB_API_KEY } from '../src/session/identity-toolkit.ts'
import type { Mail } from '../src/session/mail.ts'

/** Who can sign in to a server under test. */
export const ADMINISTRATOR = { email: 'asha.rao@mandap.example', password: 'marigold-and-jasmine' }

export interface Tokens {
  idToken: string
  refreshToken: string
}

/** The real server on a migrated database, listening on a free loopback port. `mails` fills as it sends. */
export async function startServer(databaseUrl: string, env: NodeJS.ProcessEnv = {}) {
  const db = connect(databaseUrl)
  const mails: Mail[] = []
  const config = readConfig({ LOG_LEVEL: 'silent', ...env })
  const app = await buildApp({ db, config, mail: async (mail) => void mails.push(mail) })
  await ensureAdministrator(db, ADMINISTRATOR)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    db,
    mails,
    signIn: (who = ADMINISTRATOR) => signIn(url, who),
    async close() {
      app.server.closeAllConnections()
      await app.close()
      await db.destroy()
    },
  }
}

/** Signs in as the console does. Throws what the identity service said. */
async function signIn(url: string, who: { email: string; password: string }): Promise<Tokens> {
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'
  const answer = await fetch(`${url}${path}?key=${WEB_API_KEY}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...who, returnSecureToken: true }),
  })
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`)
  const { idToken, refreshToken } = (await answer.json()) as Tokens
  return { idToken, refreshToken }
}
