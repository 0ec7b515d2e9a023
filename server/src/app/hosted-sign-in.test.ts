import type { Administrator } from '@mandap/contract/administrator.ts'
import { RECENT_SIGN_IN_REQUIRED } from '@mandap/domain/session/recent-sign-in.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newAdministrator } from '../../testing/administrators.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { googleService, PROJECT } from '../../testing/google.ts'
import { openEvents } from '../../testing/live.ts'
import { addFactor } from '../../testing/second-factor.ts'
import { ADMINISTRATOR, startServer } from '../../testing/server.ts'
import { addAdministrator } from '../session/administrator.ts'

const MINUTE = 60_000
const COLLEAGUE = 'dev.patel@example.in'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const ENV = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: PROJECT,
  FIREBASE_API_KEY: 'a-key',
  SECOND_FACTOR: 'required',
  SUPER_ADMIN_SECOND_FACTOR: 'required',
  SUPER_ADMIN_NUMBERS: '5550100001,5550100002,5550100003',
  TRUST_PROXY: '127.0.0.1',
}

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let google: Awaited<ReturnType<typeof googleService>>
let server: Awaited<ReturnType<typeof startServer>>
let superAdmin: Awaited<ReturnType<typeof signIn>>

beforeAll(async () => {
  scratch = await scratchDatabase()
  google = await googleService()
  server = await startServer(scratch.url, ENV, {
    jwksUrl: google.url,
    liveTimes: { sessionMs: 20, heartbeatMs: 60 },
  })
})
afterAll(async () => {
  await server.close()
  google.close()
  await scratch.drop()
})
beforeEach(async () => {
  await server.db.deleteFrom('administrator').execute()
  await server.db.deleteFrom('attempt').execute()
  await addAdministrator(server.db, ADMINISTRATOR, new Date())
  await addAdministrator(server.db, { email: COLLEAGUE, name: 'Dev Patel' }, new Date())
  superAdmin = await signIn(ADMINISTRATOR.email, { elevated: true })
  server.mails.length = 0
})

/** Signs in at Google, some minutes ago. Returns a function that makes calls with the token. */
async function signIn(email: string, { minutesAgo = 0, elevated = false } = {}) {
  const claims = {
    sub: `google ${email}`,
    email,
    firebase: { sign_in_second_factor: 'totp' },
  }
  const signedInAt = new Date(Date.now() - minutesAgo * MINUTE)
  const idToken = await google.token(signedInAt, claims)
  const grant = elevated ? await server.elevate(idToken) : null
  async function call(method: string, path: string, body?: object, token = idToken) {
    const answer = await fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'user-agent': FIREFOX,
        'x-forwarded-for': '203.0.113.7',
        ...(grant !== null && { 'x-elevation': grant }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : null }
  }
  /** Returns a new token of the same sign-in. */
  function renewedToken() {
    const auth_time = Math.floor(signedInAt.getTime() / 1000)
    return google.token(new Date(), { ...claims, auth_time })
  }
  return Object.assign(call, { token: idToken, renewedToken })
}

async function listed(): Promise<Administrator[]> {
  return (await superAdmin('GET', '/administrators')).body.data
}

async function pathOf(email: string, action: string): Promise<string> {
  const { id } = (await listed()).find((one) => one.email === email) ?? {}
  return `/administrators/${id}/${action}`
}

/** Returns the audit entries of this kind, the newest last. */
const recorded = (kind: 'disableAdministrator' | 'changeRole' | 'endAllSessions' | 'endSessions') =>
  server.db
    .selectFrom('activity')
    .select(['by', 'subject_name', 'elevation', 'after'])
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()

test('Super Admin asks a person for no factor of an earlier embedded service', async () => {
  const { id } = (await listed()).find(({ isYou }) => isYou) ?? {}
  await addFactor(server.db, String(id), new Date())
  const again = await signIn(ADMINISTRATOR.email, { elevated: true })
  expect((await again('GET', '/administrators')).status).toBe(200)
})

describe('the administrators of a hosted sign-in', () => {
  test('are listed without passwords and factors: nobody is invited', async () => {
    const formerly = await newAdministrator(server.db)
    await addFactor(
      server.db,
      (await listed()).find(({ email }) => email === formerly.email)?.id ?? '',
      new Date(),
    )
    expect(await listed()).toMatchObject(
      [
        { email: ADMINISTRATOR.email, sessions: 1, lastActiveAt: expect.any(String), isYou: true },
        { email: COLLEAGUE, name: 'Dev Patel', sessions: 0, lastActiveAt: null, isYou: false },
        { email: formerly.email },
      ]
        .map((one) => ({ ...one, state: 'active', role: 'administrator', factors: [] }))
        .toSorted((one, other) => one.email.localeCompare(other.email)),
    )
  })

  test('are disabled at once, with a mail and an audit entry, and enabled by adding them', async () => {
    const theirs = await signIn(COLLEAGUE)
    expect((await theirs('GET', '/session')).status).toBe(200)
    const path = await pathOf(COLLEAGUE, 'disable')
    expect((await superAdmin('POST', path)).status).toBe(204)
    const refused = await theirs('GET', '/session')
    expect([refused.status, refused.body.error.code]).toEqual([403, 'NOT_AN_ADMINISTRATOR'])
    const other = await signIn(COLLEAGUE, { minutesAgo: 1 })
    expect((await other('GET', '/session')).status).toBe(403)
    expect((await listed()).find(({ email }) => email === COLLEAGUE)?.state).toBe('disabled')
    expect(server.mails).toMatchObject([
      { to: COLLEAGUE, subject: 'Your Mandap account was disabled' },
    ])
    expect((await recorded('disableAdministrator')).at(-1)).toMatchObject({
      by: ADMINISTRATOR.email,
      subject_name: COLLEAGUE,
      elevation: 'XXXXXX0001',
    })
    await addAdministrator(server.db, { email: COLLEAGUE }, new Date())
    // the session that was ended stays so
    expect((await theirs('GET', '/session')).status).toBe(401)
    expect((await other('GET', '/session')).status).toBe(200)
  })

  test('who are viewers make no change from their next call on', async () => {
    const theirs = await signIn(COLLEAGUE)
    const create = () => theirs('POST', '/temp-partner', { PartnerName: 'Sana Shaikh' })
    expect((await create()).status).toBe(201)
    const path = await pathOf(COLLEAGUE, 'role')
    expect((await superAdmin('POST', path, { role: 'viewer' })).status).toBe(204)
    const refused = await create()
    expect([refused.status, refused.body.error.code]).toEqual([403, 'ROLE_REQUIRED'])
    expect((await theirs('GET', '/partners')).status).toBe(200)
    expect((await theirs('GET', '/session')).body.role).toBe('viewer')
    expect(server.mails).toMatchObject([
      { to: COLLEAGUE, subject: 'Your role in Mandap was changed' },
    ])
    expect((await recorded('changeRole')).at(-1)).toMatchObject({
      by: ADMINISTRATOR.email,
      elevation: 'XXXXXX0001',
      after: { role: 'viewer' },
    })
  })

  test('whose sessions are ended sign in at Google again', async () => {
    const theirs = await signIn(COLLEAGUE, { minutesAgo: 5 })
    await theirs('GET', '/session')
    const path = await pathOf(COLLEAGUE, 'end-sessions')
    expect((await superAdmin('POST', path)).body).toEqual({ data: { ended: 1 } })
    expect((await theirs('GET', '/session')).body.error.code).toBe('SESSION_EXPIRED')
    const renewed = await theirs('GET', '/session', undefined, await theirs.renewedToken())
    expect(renewed.body.error.code).toBe('SESSION_EXPIRED')
    expect((await (await signIn(COLLEAGUE))('GET', '/session')).status).toBe(200)
    expect(server.mails).toMatchObject([
      { to: COLLEAGUE, subject: 'You were signed out of Mandap' },
    ])
    expect((await recorded('endAllSessions')).at(-1)).toMatchObject({
      by: ADMINISTRATOR.email,
      elevation: 'XXXXXX0001',
      after: { sessions: 1 },
    })
  })

  test.each(['disable', 'end-sessions', 'role'])(
    '%s is refused without Super Admin',
    async (action) => {
      const body = action === 'role' ? { role: 'viewer' } : undefined
      const path = await pathOf(ADMINISTRATOR.email, action)
      const { status } = await (await signIn(COLLEAGUE))('POST', path, body)
      expect(status).toBe(403)
    },
  )

  test.each([
    ['POST', '/administrators'],
    ['POST', '/administrators/1/reset-factor'],
    ['POST', '/account/password'],
  ])('have no %s %s', async (method, path) => {
    expect((await superAdmin(method, path, {})).status).toBe(404)
  })
})

describe('the own sessions of a hosted sign-in', () => {
  test('have device and address, and are ended after a recent sign-in', async () => {
    const old = await signIn(COLLEAGUE, { minutesAgo: 30 })
    const other = await signIn(COLLEAGUE, { minutesAgo: 20 })
    const own = await signIn(COLLEAGUE, { minutesAgo: 9 })
    for (const call of [old, other]) await call('GET', '/session')
    const { sessions } = (await own('GET', '/account')).body.data
    expect(sessions).toHaveLength(3)
    const current = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
    expect(current).toMatchObject({
      browser: 'Firefox',
      system: 'Linux',
      address: '203.0.113.7',
      usedAt: expect.any(String),
    })
    const ending = `/account/sessions/${(await old('GET', '/session')).body.sessionId}/end`
    expect((await own('POST', ending, {})).body).toEqual({ data: {} })
    expect((await old('GET', '/session')).status).toBe(401)
    expect((await other('GET', '/session')).status).toBe(200)
    const others = await own('POST', '/account/sessions/end-others', {})
    expect(others.body).toEqual({ data: { ended: 1 } })
    expect((await other('GET', '/session')).status).toBe(401)
    expect((await own('GET', '/session')).status).toBe(200)
    expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [COLLEAGUE, 'A session of your Mandap account was ended'],
      [COLLEAGUE, 'Sessions of your Mandap account were ended'],
    ])
    expect((await recorded('endSessions')).map(({ by }) => by)).toEqual([COLLEAGUE, COLLEAGUE])
  })

  test('are not ended later than ten minutes after the sign-in', async () => {
    const own = await signIn(COLLEAGUE, { minutesAgo: 11 })
    const { status, body } = await own('POST', '/account/sessions/end-others', {})
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      code: 'RECENT_SIGN_IN_REQUIRED',
      message: RECENT_SIGN_IN_REQUIRED,
    })
  })

  test('keep their stream of changes although this server has no factor of the person', async () => {
    const own = await signIn(COLLEAGUE)
    const stream = await openEvents(server.url, own.token)
    // each heartbeat follows several checks of the sessions
    await expect.poll(() => stream.text().split(':\n\n').length).toBeGreaterThan(3)
    await superAdmin('POST', await pathOf(COLLEAGUE, 'end-sessions'))
    await stream.ended
  })
})
