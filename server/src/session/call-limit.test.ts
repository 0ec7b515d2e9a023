import { afterAll, beforeAll, expect, test } from 'vitest'
import { COLLEAGUE, startApi } from '../../testing/api.ts'
import { limitCalls } from './call-limit.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi({ CALLS_PER_MINUTE: '60', CHANGES_PER_MINUTE: '10' })
})
afterAll(() => api.close())

test('the calls of an administrator in a minute are limited, in all sessions together', async () => {
  const other = await api.signIn()
  const headers = { authorization: `Bearer ${other.idToken}` }
  // more than twice the limit, because a minute may end between two calls
  const answers = await Promise.all(
    Array.from({ length: 130 }, (_, at) =>
      api.request('GET', '/partners?limit=1', at % 2 === 0 ? {} : { headers }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(10)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(60)
  const seconds = Number(refused[0]?.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(await refused[0]?.json()).toMatchObject({ error: { code: 'TOO_MANY_CALLS' } })
  expect((await api.call('GET', '/partners?limit=1', { by: COLLEAGUE })).status).toBe(200)
})

const ASHA = { id: 'asha', sessionId: 'one' }

test('changes have a lower limit, and the next minute begins at zero', () => {
  let now = new Date('2026-11-25T10:00:59Z')
  const limit = limitCalls({ calls: 10, changes: 2 }, () => now)
  limit.countFirst(ASHA, false)
  expect(limit.countEarly('one', false)).toBe(true)
  expect(() => limit.countEarly('one', false)).toThrow('Try again in 1 s.')
  expect(limit.countEarly('one', true)).toBe(true)
  now = new Date('2026-11-25T10:01:00Z')
  expect(limit.countEarly('one', false)).toBe(true)
})

test('a session that was not seen is counted with its first answer', () => {
  const limit = limitCalls({ calls: 2, changes: 2 }, () => new Date(0))
  expect(limit.countEarly('one', true)).toBe(false)
  limit.countFirst(ASHA, true)
  limit.countFirst({ ...ASHA, sessionId: 'two' }, true)
  expect(() => limit.countEarly('one', true)).toThrow('Too many requests')
})
