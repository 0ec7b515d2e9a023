import fastify, { type FastifyInstance } from 'fastify'
import type { Database } from '../src/database/connection.ts'
import type { Replica } from '../src/database/replica.ts'
import type { FirebaseProject } from '../src/session/firebase-token.ts'
import { registerErrors } from '../src/http/errors.ts'
import { registerSession } from '../src/session/routes.ts'
import { isPassword } from '../src/session/password.ts'
import { signingKeys } from '../src/session/signing-key.ts'
import type { IdentityDependencies } from '../src/identity/identity-call.ts'
import { registerIdentity, WEB_API_KEY } from '../src/identity/identity-toolkit.ts'
import type { Mail } from '../src/mail/mail.ts'
import { storeAdministrator } from './administrators.ts'
import { scratchDatabase } from './database.ts'

export const ASHA = {
  email: 'Asha.Rao@example.in',
  name: 'Asha Rao',
  password: 'marigold-lanterns-7',
}

interface Options
  extends Pick<
    IdentityDependencies,
    'limits' | 'isPassword' | 'origins' | 'secondFactor' | 'workload'
  > {
  publicUrl?: string
  firebase?: FirebaseProject
  replica?: Replica
  /** Another server, whose database and administrators this one uses. */
  beside?: { db: Database; databaseUrl: string }
  /** Registers additional routes for a test. */
  routes?: (app: FastifyInstance) => void
}

const checks = new Map<string, Promise<boolean>>()

/** Checks a password against a hash once, because that takes long. */
export function isPasswordOnce(passwordHash: string | null | undefined, password: string) {
  const key = `${passwordHash} ${password}`
  const check = checks.get(key) ?? isPassword(passwordHash, password)
  checks.set(key, check)
  return check
}

const STARTED = new Date('2027-01-15T10:00:00Z')

/**
 * Starts the identity service and the session guard on a scratch database and a free port, with the
 * administrator Asha. The clock stands still until a test moves it. Addresses come from X-Forwarded-For.
 */
export async function identityServer({
  firebase,
  replica,
  beside,
  routes,
  publicUrl = 'http://mandap.test',
  ...given
}: Options = {}) {
  const scratch = beside
    ? { db: beside.db, url: beside.databaseUrl, drop: () => Promise.resolve() }
    : await scratchDatabase()
  const { db } = scratch
  const clock = { time: STARTED }
  const now = () => clock.time
  if (!beside) await storeAdministrator(db, ASHA, now())

  const app = fastify({ trustProxy: true })
  const sent: string[] = []
  const mail = async ({ to, subject, text }: Mail) =>
    void sent.push(`To: ${to}\nSubject: ${subject}\n\n${text}`)
  const pending = new Set<Promise<void>>()
  const later = (work: Promise<void>) => {
    const settled = work.finally(() => pending.delete(settled))
    pending.add(settled)
  }
  const settle = async () => {
    // work may add more
    while (pending.size > 0) await Promise.all(pending)
  }
  const keys = signingKeys(db, now)
  const identity = firebase
    ? ({ kind: 'firebase', ...firebase } as const)
    : ({ kind: 'embedded', publicUrl, keys } as const)
  registerErrors(app)
  const requiresFactor = given.secondFactor === 'required'
  registerSession(app, { db, identity, requiresFactor, replica, now })
  if (!firebase)
    registerIdentity(app, {
      db,
      keys,
      publicUrl,
      mail,
      now,
      later,
      isPassword: isPasswordOnce,
      ...given,
    })
  routes?.(app)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })

  async function send(path: string, init: RequestInit = {}) {
    const response = await fetch(origin + path, init)
    const answer = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: answer ? JSON.parse(answer) : undefined,
    }
  }

  function post(path: string, body: unknown, headers: Record<string, string> = {}) {
    return send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  /** The e-mails that follow the answers so far, oldest first. */
  async function mails(): Promise<string[]> {
    await settle()
    return [...sent]
  }

  return {
    db,
    databaseUrl: scratch.url,
    origin,
    app,
    now,
    /** Moves the server's clock. */
    wait(time: { seconds?: number; minutes?: number; hours?: number; days?: number }) {
      const { seconds = 0, minutes = 0, hours = 0, days = 0 } = time
      const total = seconds + 60 * (minutes + 60 * (hours + 24 * days))
      clock.time = new Date(clock.time.getTime() + total * 1000)
    },
    send,
    /** Calls `accounts:METHOD`. */
    account(method: string, body: unknown, headers: Record<string, string> = {}) {
      return post(
        `/identitytoolkit.googleapis.com/v1/accounts:${method}?key=${WEB_API_KEY}`,
        body,
        headers,
      )
    },
    /** Calls `accounts/METHOD` of the second factor. */
    factor(method: string, body: unknown, headers: Record<string, string> = {}) {
      return post(
        `/identitytoolkit.googleapis.com/v2/accounts/${method}?key=${WEB_API_KEY}`,
        body,
        headers,
      )
    },
    signIn(
      { email, password }: { email: string; password: string } = ASHA,
      address = '203.0.113.7',
    ) {
      return this.account(
        'signInWithPassword',
        { email, password, returnSecureToken: true },
        { 'x-forwarded-for': address },
      )
    },
    refresh(refreshToken: string) {
      return send(`/securetoken.googleapis.com/v1/token?key=${WEB_API_KEY}`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
      })
    },
    /** Calls the server's API with a token. */
    as(idToken: string, path: string, method = 'GET') {
      return send(path, { method, headers: { authorization: `Bearer ${idToken}` } })
    },
    /** Adds Asha, whose address has to be free. */
    addAsha: () => storeAdministrator(db, ASHA, now()),
    /** Waits for the work that follows the answers so far. */
    settle,
    mails,
    /** Returns the newest e-mail. Throws an error if there are fewer than this number. */
    async mail(count = 1): Promise<string> {
      const all = await mails()
      if (all.length < count) throw new Error(`${all.length} of ${count} mails were sent`)
      return all.at(-1) ?? ''
    },
    /**
     * Prepares the next test: sets the clock back to the start, and deletes the mails, the attempts, and all
     * administrators with their sessions, except Asha.
     */
    async reset() {
      await settle()
      clock.time = STARTED
      await db.deleteFrom('administrator').execute()
      await db.deleteFrom('attempt').execute()
      await storeAdministrator(db, ASHA, now())
      sent.length = 0
    },
    async close() {
      await settle()
      await app.close()
      await scratch.drop()
    },
  }
}

/** Returns the reset link in an e-mail. */
export function linkIn(mail: string): URL {
  const [link = ''] = /http:\/\/mandap\.test\/reset-password\S+/.exec(mail) ?? []
  return new URL(link)
}

export function codeIn(mail: string): string {
  // behind '#?'
  return new URLSearchParams(linkIn(mail).hash.slice(2)).get('oobCode') ?? ''
}
