import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DEMONSTRATION_NUMBERS } from '@mandap/demo/account.ts'
import { buildApp } from '../src/app/app.ts'
import { readConfig } from '../src/config/config.ts'
import type { Mail } from '../src/mail/mail.ts'
import { addAdministrator } from '../src/session/administrator.ts'
import type { SmsTransport } from '../src/sms/sms.ts'
import { storeAdministrator } from './administrators.ts'
import { scratchDatabase } from './database.ts'
import { scratchFolder } from './folder.ts'
import { ADMINISTRATOR } from './server.ts'
import { fastSignIn } from './sign-in.ts'

export const [PHONE] = DEMONSTRATION_NUMBERS

const STARTED = new Date('2027-01-15T10:00:00Z')

type Method = 'GET' | 'POST' | 'DELETE'

/**
 * Starts the real app on a scratch database, with the development SMS transport unless the test passes another.
 * `env` holds settings that differ from the defaults. The clock stands still until a test moves it.
 */
export async function superAdminServer(sms?: SmsTransport, env: NodeJS.ProcessEnv = {}) {
  const scratch = await scratchDatabase()
  const { db } = scratch
  const folder = await scratchFolder('super-admin')
  const clock = { time: STARTED }
  const now = () => clock.time
  await storeAdministrator(db, ADMINISTRATOR, now())

  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder, ...env })
  const mails: Mail[] = []
  const mail = async (sent: Mail) => void mails.push(sent)
  const app = await buildApp({ db, config, mail, now, ...(sms && { sms }) })
  const signIn = fastSignIn(db, config.publicUrl, now)

  return {
    db,
    app,
    now,
    /** The mails so far. */
    mails,
    wait({ minutes = 0, seconds = 0 }: { minutes?: number; seconds?: number }) {
      clock.time = new Date(clock.time.getTime() + (minutes * 60 + seconds) * 1000)
    },
    /** Starts a session whose calls come from `address`. */
    async signIn(email = ADMINISTRATOR.email, address = '203.0.113.7') {
      const { token, administrator } = await signIn(email)
      async function call(method: Method, path: string, payload?: object, grant?: string) {
        const answer = await app.inject({
          method,
          url: path,
          remoteAddress: address,
          headers: {
            authorization: `Bearer ${token}`,
            ...(grant !== undefined && { 'x-elevation': grant }),
          },
          ...(payload && { payload }),
        })
        const body = answer.body ? answer.json() : undefined
        return { status: answer.statusCode, headers: answer.headers, body }
      }
      const send = (numbers: string = PHONE) => call('POST', '/otp/sms', { numbers })
      const verify = (challengeId: string, otp: string) =>
        call('POST', '/otp/verify', { challengeId, otp })
      return {
        administrator,
        token,
        call,
        send,
        verify,
        /** Sends an OTP and verifies it. Returns the grant. */
        async elevate(): Promise<string> {
          const { challengeId, otp } = (await send()).body.data
          return (await verify(challengeId, otp)).body.data.grant
        },
        /** Returns the end of the grant from GET /elevation; null without a valid grant. */
        async elevation(grant: string): Promise<{ expiresAt: string } | null> {
          return (await call('GET', '/elevation', undefined, grant)).body.data
        },
      }
    },
    /** Another administrator, who has no password. */
    addAdministrator: (email: string) => addAdministrator(db, { email }, now()),
    /** Returns the audit entries so far, oldest first. */
    activity: () => db.selectFrom('activity').selectAll().orderBy('id').execute(),
    /** The SMS so far, oldest first. */
    async outbox(): Promise<string[]> {
      const names = await readdir(join(folder, 'outbox')).catch((): string[] => [])
      return Promise.all(
        names.toSorted().map((name) => readFile(join(folder, 'outbox', name), 'utf8')),
      )
    },
    /**
     * Prepares the next test: sets the clock back to the start, and deletes the attempts and all administrators
     * with their sessions, except the first.
     */
    async reset() {
      clock.time = STARTED
      await db.deleteFrom('administrator').execute()
      await db.deleteFrom('attempt').execute()
      await storeAdministrator(db, ADMINISTRATOR, now())
    },
    /** Deletes all counted attempts, so that one test does not limit the next. */
    forgetAttempts: () => db.deleteFrom('attempt').execute(),
    async close() {
      await app.close()
      await scratch.drop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Returns an OTP that differs from the right one. */
export function wrong(otp: string): string {
  return otp === '123456' ? '654321' : '123456'
}
