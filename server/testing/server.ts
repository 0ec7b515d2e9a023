import { DEMONSTRATION_NUMBERS } from '@mandap/demo/account.ts'
import { buildApp, type Dependencies } from '../src/app/app.ts'
import { readConfig } from '../src/config/config.ts'
import { connect } from '../src/database/connection.ts'
import { openServerRole } from '../src/database/server-role.ts'
import { connectServing } from '../src/database/serving.ts'
import { freeServerPort } from './port.ts'
import { EncryptionKeys } from '../src/database/encryption-keys.ts'
import { WEB_API_KEY } from '../src/identity/identity-toolkit.ts'
import type { Mail } from '../src/mail/mail.ts'
import type { Sms, SmsTransport } from '../src/sms/sms.ts'
import { signIdToken } from '../src/session/id-token.ts'
import { startSession } from '../src/session/session.ts'
import { signingKeys } from '../src/session/signing-key.ts'
import { storeAdministrator } from './administrators.ts'
import { TEST_KEY_FILE } from './encryption-key.ts'
import { poolerUrl, throughPooler } from './pooler.ts'

/** The administrator who can sign in to a server under test. */
export const ADMINISTRATOR = { email: 'asha.rao@mandap.example', password: 'marigold-and-jasmine' }

/** Settings for tests and measurements, which make many calls as one administrator. */
export const WITHOUT_CALL_LIMITS = {
  CALLS_PER_MINUTE: '100000000',
  CHANGES_PER_MINUTE: '100000000',
}

/** Time limits long enough for a busy machine. The tests of the limits use connections and processes of their own. */
const LONG_LIMITS = { checkMs: 20_000, probeMs: 20_000, acquireMs: 20_000, queryMs: 30_000 }

export interface Tokens {
  idToken: string
  refreshToken: string
}

export type GivenToServer = Pick<
  Dependencies,
  'consoleFolder' | 'jwksUrl' | 'listenUrl' | 'liveTimes'
> &
  Partial<Pick<Dependencies, 'mail'>> & { atLocalhost?: boolean }

/**
 * Starts the real server on a migrated database, with the rights that it has on its own PostgreSQL, on a free
 * loopback port. `atLocalhost` gives it the address `http://localhost`, where browsers have passkeys. `mails` and `texts` collect what it sends, unless `mail` is given; `db` is a connection of the database's owner.
 */
export async function startServer(
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
  { atLocalhost = false, ...given }: GivenToServer = {},
) {
  const port = atLocalhost ? await freeServerPort() : 0
  const config = readConfig({
    LOG_LEVEL: 'silent',
    ENCRYPTION_KEY_FILE: TEST_KEY_FILE,
    ...WITHOUT_CALL_LIMITS,
    ...(atLocalhost && { PUBLIC_URL: `http://localhost:${port}` }),
    ...env,
  })
  const keys = new EncryptionKeys(config)
  const db = connect(databaseUrl, 4, { keys })
  // the PostgreSQL of TEST_DATABASE_URL may not allow new roles
  const servingUrl =
    process.env['TEST_DATABASE_URL'] && poolerUrl() === undefined
      ? databaseUrl
      : await openServerRole(db, databaseUrl)
  const isDirect = poolerUrl() === undefined
  const served = connectServing(throughPooler(servingUrl), { ...LONG_LIMITS, isDirect, keys })
  const mails: Mail[] = []
  const texts: Sms[] = []
  const sms: SmsTransport = {
    showsOtp: true,
    async send(one) {
      texts.push(one)
      return { is: 'sent' }
    },
  }
  const mail = async (one: Mail) => void mails.push(one)
  const app = await buildApp({ db: served, config, mail, sms, listenUrl: servingUrl, ...given })
  await storeAdministrator(db, ADMINISTRATOR)
  const address = await app.listen({ host: '127.0.0.1', port })
  const url = atLocalhost ? config.publicUrl : address
  const signing = signingKeys(db, () => new Date())
  return {
    url,
    db,
    mails,
    texts,
    elevate: (idToken: string) => elevate(url, idToken),
    signIn: (who = ADMINISTRATOR) => signIn(url, who),
    /** Starts a session without a password, because checking it takes most of the time of a sign-in. */
    async startSession({ email } = ADMINISTRATOR): Promise<Tokens> {
      const { id, password_hash } = await db
        .selectFrom('administrator')
        .select(['id', 'password_hash'])
        .where('email', '=', email)
        .$narrowType<{ password_hash: string }>()
        .executeTakeFirstOrThrow()
      const now = new Date()
      const checked = { administratorId: id, passwordHash: password_hash }
      const session = await startSession(db, checked, '', now)
      if (!session) throw new Error(`${email} is disabled.`)
      const idToken = await signIdToken(signing, config.publicUrl, session, now)
      return { idToken, refreshToken: session.refreshToken }
    },
    /** Stops as at SIGTERM: open requests may finish. */
    stop: () => app.close(),
    async close() {
      app.server.closeAllConnections()
      await app.close()
      await served.destroy()
      await db.destroy()
    },
  }
}

/** Signs in as the console does. Throws an error with the identity service's response if it fails. */
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

/** Turns Super Admin mode on for a session, and returns the grant for `X-Elevation`. Throws an error if it fails. */
async function elevate(url: string, idToken: string): Promise<string> {
  async function post<T>(path: string, body: object): Promise<T> {
    const headers = { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { data: T }).data
  }
  const numbers = DEMONSTRATION_NUMBERS[0]
  const { challengeId, otp } = await post<{ challengeId: string; otp: string }>('/otp/sms', {
    numbers,
  })
  return (await post<{ grant: string }>('/otp/verify', { challengeId, otp })).grant
}
