import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeAdministrator } from '../../testing/administrators.ts'
import { COLLEAGUE, startApi } from '../../testing/api.ts'
import { addPasskeyOf } from '../../testing/second-factor.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { passkeysOf } from '../second-factor/passkey.ts'
import { findAdministrator } from './administrator.ts'
import { limitCalls } from './call-limit.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi({ CALLS_PER_MINUTE: '60', CHANGES_PER_MINUTE: '10' })
})
afterAll(() => api.close())

test('the calls of an administrator in a minute are limited, in all sessions together', async () => {
  const other = await api.signIn()
  const headers = { authorization: `Bearer ${other.idToken}` }
  // calls of sessions that were seen are refused without a connection, of which there are ten
  for (const sent of [{}, { headers }]) await api.request('GET', '/partners?limit=1', sent)
  // more than twice the limit, because a minute may end between two calls
  const answers = await Promise.all(
    Array.from({ length: 130 }, (_, at) =>
      api.request('GET', '/partners?limit=1', at % 2 === 0 ? {} : { headers }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(10)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(58)
  const seconds = Number(refused[0]?.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(await refused[0]?.json()).toMatchObject({ error: { code: 'TOO_MANY_CALLS' } })
  expect((await api.call('GET', '/partners?limit=1', { by: COLLEAGUE })).status).toBe(200)
})

/** Reads with a token until the limit of the minute is reached. Returns the statuses. */
async function flood(idToken: string): Promise<Set<number>> {
  const headers = { authorization: `Bearer ${idToken}` }
  await api.request('GET', '/partners?limit=1', { headers })
  const calls = Array.from({ length: 130 }, () =>
    api.request('GET', '/partners?limit=1', { headers }),
  )
  return new Set((await Promise.all(calls)).map(({ status }) => status))
}

/** Signs in, and returns a function that makes calls in this session. */
async function session(who = ADMINISTRATOR) {
  const { idToken } = await api.signIn(who)
  const headers = { authorization: `Bearer ${idToken}` }
  const as = async (method: string, path: string, body?: object) =>
    (await api.request(method, path, { headers, ...(body && { body }) })).status
  return { idToken, as }
}

test('a person whose minute is used up can see and end their sessions, and change the password', async () => {
  const thief = await session()
  const owner = await session()
  expect(await flood(thief.idToken)).toContain(429)
  expect(await owner.as('GET', '/session')).toBe(200)
  expect(await owner.as('GET', '/account')).toBe(200)
  const path = `/account/sessions/${crypto.randomUUID()}/end`
  expect(await owner.as('POST', path, {})).toBe(404)
  expect(await owner.as('POST', '/account/sessions/end-others', {})).toBe(200)
  const weak = { currentPassword: 'guess', newPassword: 'short' }
  expect(await owner.as('POST', '/account/password', weak)).toBe(400)
})

test.each(['/partners?limit=1', '/bookings/none'])(
  'calls of a session that has ended do not count for its person (%s)',
  async (path) => {
    const thief = await session(COLLEAGUE)
    expect(await thief.as('GET', '/partners?limit=1')).toBe(200)
    const owner = await session(COLLEAGUE)
    await owner.as('POST', '/account/sessions/end-others', {})
    const refused = new Set<number>()
    // more than the limit
    for (let n = 0; n < 65; n++) refused.add(await thief.as('GET', path))
    expect(refused).toEqual(new Set([401]))
    expect(await owner.as('GET', '/partners?limit=1')).toBe(200)
  },
)

test('renaming a passkey counts as a change', async () => {
  const ravi = { email: 'ravi@mandap.example', password: 'drums-and-marigolds' }
  await storeAdministrator(api.db, ravi)
  const { idToken } = await api.signIn(ravi)
  const { id = '' } = (await findAdministrator(api.db, ravi.email)) ?? {}
  await addPasskeyOf(api.db, id, 'http://localhost', new Date())
  const [passkey] = await passkeysOf(api.db, id)
  const path = '/identitytoolkit.googleapis.com/v2/accounts/passkeys:rename?key=mandap'
  const answers = []
  // more than twice the limit, because a minute may end between two calls
  for (let n = 0; n < 21; n++) {
    const body = { idToken, mfaEnrollmentId: passkey?.id, displayName: `Laptop ${n}` }
    answers.push(await api.call('POST', path, { body }))
  }
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]).toMatchObject({
    status: 400,
    body: { error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } },
  })
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
})

const ASHA = { id: 'asha', sessionId: 'one' }

test('changes have a lower limit, and the next minute begins at zero', () => {
  let now = new Date('2026-11-25T10:00:59Z')
  const limit = limitCalls({ calls: 10, changes: 2 }, () => now)
  limit.countFirst(ASHA, false)
  expect(limit.countEarly('one', false)).toBeDefined()
  expect(() => limit.countEarly('one', false)).toThrow('Try again in a minute.')
  expect(limit.countEarly('one', true)).toBeDefined()
  now = new Date('2026-11-25T10:01:00Z')
  expect(limit.countEarly('one', false)).toBeDefined()
})

test('a session that was not seen is counted with its first answer', () => {
  const limit = limitCalls({ calls: 2, changes: 2 }, () => new Date(0))
  expect(limit.countEarly('one', true)).toBeUndefined()
  limit.countFirst(ASHA, true)
  limit.countFirst({ ...ASHA, sessionId: 'two' }, true)
  expect(() => limit.countEarly('one', true)).toThrow('Too many requests')
})

test('the count of a call is undone if its session has ended, and the session is forgotten', () => {
  const limit = limitCalls({ calls: 2, changes: 1 }, () => new Date(0))
  limit.countFirst(ASHA, true)
  const call = limit.countEarly('one', false)
  expect(() => limit.countEarly('one', true)).toThrow('Too many requests')
  if (call) limit.takeBack('one', call)
  expect(limit.countEarly('one', true)).toBeUndefined()
  limit.countFirst({ ...ASHA, sessionId: 'two' }, false)
  expect(() => limit.countEarly('two', true)).toThrow('Too many requests')
})

test('a call of an earlier minute is not subtracted from the current one', () => {
  let now = new Date(0)
  const limit = limitCalls({ calls: 1, changes: 1 }, () => now)
  limit.countFirst(ASHA, true)
  now = new Date(60_000)
  const call = limit.countEarly('one', true)
  now = new Date(120_000)
  limit.countFirst({ ...ASHA, sessionId: 'two' }, true)
  if (call) limit.takeBack('one', call)
  expect(() => limit.countEarly('two', true)).toThrow('Too many requests')
})

test('some calls count for their session alone', () => {
  const limit = limitCalls({ calls: 1, changes: 1 }, () => new Date(0))
  limit.countFirst(ASHA, true)
  limit.countForSession('one', true)
  expect(() => limit.countForSession('one', true)).toThrow('Too many requests')
  expect(() => limit.countForSession('two', true)).not.toThrow()
})
