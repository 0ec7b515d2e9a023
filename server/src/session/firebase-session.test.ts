import { generateKeyPair, type JWTPayload } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { googleService, PROJECT } from '../../testing/google.ts'
import { countLockWaits } from '../../testing/lock.ts'
import { ASHA, identityServer } from '../../testing/identity.ts'
import type { OneRow } from '../database/one-row.ts'
import { addAdministrator, disableAdministrator } from './administrator.ts'

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

const ONE: OneRow<string> = {
  sql: sql`select 'one' as answer`,
  columns: ['answer'],
  valueOf: ({ answer }) => answer as string,
}

let google: Awaited<ReturnType<typeof googleService>>
let strangerKeys: Awaited<ReturnType<typeof generateKeyPair>>
let server: Awaited<ReturnType<typeof identityServer>>

beforeAll(async () => {
  strangerKeys = await generateKeyPair('RS256')
  google = await googleService()
  server = await identityServer({ firebase: { projectId: PROJECT, jwksUrl: google.url } })
})
afterAll(async () => {
  await server.close()
  google.close()
})
beforeEach(async () => {
  await server.db.deleteFrom('session').execute()
  await addAdministrator(server.db, ASHA, server.now())
})

/** Returns a token for Asha as Google signs it, valid for an hour. */
function token(claims: JWTPayload = {}, ...key: [Key?, string?]): Promise<string> {
  const asha = { sub: 'google-asha', email: ASHA.email.toLowerCase() }
  return google.token(server.now(), { ...asha, ...claims }, ...key)
}

const storedSession = (id: string) =>
  server.db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('IDENTITY=firebase', () => {
  test("an administrator's token is verified against the keys of the service", async () => {
    const { status, body } = await server.as(await token(), '/session')
    expect(status).toBe(200)
    expect(body).toMatchObject({ email: ASHA.email, name: ASHA.name })
    const again = await server.as(await token(), '/session')
    expect(again.body.sessionId).toBe(body.sessionId)
  })

  test.each([
    ['of another project', { aud: 'other', iss: 'https://securetoken.google.com/other' }],
    ['of another issuer', { iss: 'https://accounts.google.com' }],
    ['without a subject', { sub: '' }],
    ['without the time of signing in', { auth_time: undefined }],
  ])('rejects a token %s', async (_case, claims) => {
    const { body } = await server.as(await token(claims), '/session')
    expect(body.error.code).toBe('SIGN_IN_REQUIRED')
  })

  test('rejects a token with another signature', async () => {
    const forged = await server.as(await token({}, strangerKeys.privateKey), '/session')
    expect(forged.body.error.code).toBe('SIGN_IN_REQUIRED')
    const other = await server.as(await token({}, strangerKeys.privateKey, 'google-2'), '/session')
    expect(other.body.error.code).toBe('SIGN_IN_REQUIRED')
  })

  test('rejects a token that does not name its key', async () => {
    const { status, body } = await server.as(await token({}, undefined, ''), '/session')
    expect([status, body.error.code]).toEqual([401, 'SIGN_IN_REQUIRED'])
  })

  test('reports an expired token', async () => {
    const expired = await token({ exp: Math.floor(server.now().getTime() / 1000) })
    expect((await server.as(expired, '/session')).body.error.code).toBe('SESSION_EXPIRED')
  })

  test('rejects a valid token of a person who is not an administrator', async () => {
    const stranger = await token({ sub: 'google-ravi', email: 'ravi@example.in' })
    const { status, body } = await server.as(stranger, '/session')
    expect(status).toBe(403)
    expect(body.error).toEqual({
      code: 'NOT_AN_ADMINISTRATOR',
      message: 'ravi@example.in is not an administrator here. Ask your administrator for access.',
    })
    await addAdministrator(server.db, { email: 'Ravi@example.in' }, server.now())
    expect((await server.as(stranger, '/session')).body.email).toBe('Ravi@example.in')
  })

  test('ignores an e-mail that Google has not verified', async () => {
    const unverified = await token({ email_verified: false })
    const { status, body } = await server.as(unverified, '/session')
    expect(status).toBe(403)
    expect(body.error.message).toContain('not verified')
  })

  test('identifies a linked person by id, and rejects a new owner of the e-mail', async () => {
    await server.as(await token(), '/session')
    const renamed = await token({ email: 'asha.new@example.in' })
    expect((await server.as(renamed, '/session')).body.email).toBe(ASHA.email)
    const newOwner = await token({ sub: 'google-other' })
    expect((await server.as(newOwner, '/session')).status).toBe(403)
  })

  test('answers all of the first requests of a person, which are sent at once', async () => {
    const { db } = server
    const idToken = await token()
    const answers = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('administrator').select('id').forUpdate().execute()
      const sent = [server.as(idToken, '/session'), server.as(idToken, '/session')]
      // both have found no link of the person, and wait to store it
      await expect.poll(() => countLockWaits(server.db)).toBe(2)
      return sent
    })
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses).toEqual([200, 200])
  })

  test('signing out ends the session, although the token stays valid', async () => {
    const idToken = await token()
    await server.as(idToken, '/session')
    expect((await server.as(idToken, '/session/end', 'POST')).status).toBe(204)
    expect((await server.as(idToken, '/session')).body.error.code).toBe('SESSION_EXPIRED')
    server.wait({ seconds: 1 })
    expect((await server.as(await token(), '/session')).status).toBe(200)
  })

  test('stores the address and the browser of the request that opens the session', async () => {
    const idToken = await token()
    const headers = {
      authorization: `Bearer ${idToken}`,
      'user-agent': `Firefox ${'x'.repeat(600)}`,
    }
    const { body } = await server.send('/session', {
      headers: { ...headers, 'x-forwarded-for': '2001:db8:1:2:3::4' },
    })
    await server.send('/session', { headers: { ...headers, 'x-forwarded-for': '203.0.113.7' } })
    const { address, user_agent } = await storedSession(body.sessionId)
    expect([address, user_agent.length]).toEqual(['2001:db8:1:2::', 500])
    expect(user_agent).toMatch(/^Firefox x/)
    const entry = server.db.selectFrom('activity').select(['kind', 'after']).orderBy('id', 'desc')
    expect(await entry.executeTakeFirst()).toEqual({ kind: 'signIn', after: { address } })
  })

  test('stores the last use of a session every 15 minutes', async () => {
    const opened = server.now()
    const idToken = await token()
    const { sessionId } = (await server.as(idToken, '/session')).body
    const usedAfterMinutes = async () =>
      ((await storedSession(sessionId)).refreshed_at.getTime() - opened.getTime()) / 60_000
    server.wait({ minutes: 14 })
    await server.as(idToken, '/session')
    expect(await usedAfterMinutes()).toBe(0)
    server.wait({ minutes: 1 })
    await server.as(idToken, '/session')
    // after the answer
    await expect.poll(usedAfterMinutes).toBe(15)
  })

  test('opens no session for a sign-in of more than seven days ago', async () => {
    const weekAgo = Math.floor(server.now().getTime() / 1000) - 7 * 24 * 3600
    const { status, body } = await server.as(await token({ auth_time: weekAgo }), '/session')
    expect([status, body.error.code]).toEqual([401, 'SESSION_EXPIRED'])
    expect(await server.db.selectFrom('session').selectAll().execute()).toEqual([])
  })

  test('rejects a disabled administrator at once', async () => {
    const idToken = await token()
    await server.as(idToken, '/session')
    await disableAdministrator(server.db, ASHA.email, server.now())
    const { status, body } = await server.as(idToken, '/session')
    expect(status).toBe(403)
    expect(body.error.message).toBe(`${ASHA.email} is no longer an administrator here.`)
  })

  test('rejects requests without ending sessions while the keys are unreachable', async () => {
    google.up = false
    const firebase = { projectId: PROJECT, jwksUrl: google.url }
    const cut = await identityServer({ firebase, beside: server })
    const { status, body } = await cut.as(await token(), '/session')
    expect(status).toBe(503)
    expect(body.error.code).toBe('IDENTITY_UNREACHABLE')
    google.up = true
    expect((await cut.as(await token(), '/session')).status).toBe(200)
    await cut.close()
  })

  test('has no embedded identity service', async () => {
    expect((await server.signIn()).status).toBe(404)
  })
})

test('SECOND_FACTOR=required accepts only sign-ins with a second factor of the service', async () => {
  const strict = await identityServer({
    firebase: { projectId: PROJECT, jwksUrl: google.url },
    secondFactor: 'required',
    beside: server,
  })
  const refused = await strict.as(await token({ firebase: {} }), '/session')
  expect(refused).toMatchObject({
    status: 403,
    body: {
      error: { code: 'NOT_AN_ADMINISTRATOR', message: expect.stringContaining('second factor') },
    },
  })
  const claims = { firebase: { sign_in_second_factor: 'totp' } }
  expect((await strict.as(await token(claims), '/session')).status).toBe(200)
  await strict.close()
})

test('SECOND_FACTOR=required refuses a session that began without a factor, also in calls that read in the session', async () => {
  const firebase = { projectId: PROJECT, jwksUrl: google.url }
  const earlier = await identityServer({ firebase, beside: server })
  const strict = await identityServer({
    firebase,
    secondFactor: 'required',
    beside: server,
    routes: (app) =>
      app.get('/read', { config: { checksSession: true } }, (request) =>
        request.readInSession({ answer: ONE }),
      ),
  })
  const signedIn = (claims: JWTPayload) =>
    google.token(earlier.now(), { sub: 'google-asha', email: ASHA.email.toLowerCase(), ...claims })
  const without = await signedIn({ firebase: {} })
  expect((await earlier.as(without, '/session')).status).toBe(200)
  for (const path of ['/session', '/read']) {
    const { status, body } = await strict.as(without, path)
    expect([path, status, body.error?.code]).toEqual([path, 403, 'NOT_AN_ADMINISTRATOR'])
  }
  const withFactor = await signedIn({ firebase: { sign_in_second_factor: 'totp' } })
  expect((await strict.as(withFactor, '/read')).body).toEqual({ answer: 'one' })
  await strict.close()
  await earlier.close()
})
