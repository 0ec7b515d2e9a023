import { request, type IncomingMessage } from 'node:http'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { COLLEAGUE, startApi } from '../../testing/api.ts'
import { prepareExport, readExport } from '../../testing/export.ts'
import { leaveEarly } from '../../testing/left-client.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { upsertBookings } from '../booking/store.ts'

/** More bytes than the sockets between server and reader buffer. */
const MANY = 3500
const LONG = 'Rambagh Palace '.repeat(300)

let api: Awaited<ReturnType<typeof startApi>>
const unread: IncomingMessage[] = []

beforeAll(async () => {
  api = await startApi()
  const records = Array.from({ length: MANY }, () => bookingJson({ location: LONG }))
  await upsertBookings(api.db, records, 'import')
})
afterAll(() => api.close())
afterEach(() => close(unread.length))

/** Opens the whole list of bookings without reading it. */
async function open(by = ADMINISTRATOR) {
  const headers = { authorization: `Bearer ${api.tokenOf(by)}` }
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request(`${api.url}/bookings`, { headers }, resolve).on('error', reject).end(),
  )
  if (answer.statusCode !== 200) throw new Error(`GET /bookings answered ${answer.statusCode}`)
  answer.on('error', () => {})
  unread.push(answer)
}

const openTwelve = () => Promise.all(Array.from({ length: 12 }, () => open()))

function close(count: number) {
  for (const answer of unread.splice(0, count)) answer.destroy()
}

function prepared() {
  const query = { tab: 'booked', today: '2026-11-21', timeZone: 'Asia/Kolkata' }
  return prepareExport(api, { of: 'bookings', query })
}

test('answers 429 with Retry-After to whole lists and exports beyond twelve that are open', async () => {
  const file = await prepared()
  await openTwelve()
  const lists = ['/bookings', '/partners', '/user/all'].map((path) => api.request('GET', path))
  for (const answer of await Promise.all([...lists, readExport(api, file)])) {
    expect([answer.url, answer.status]).toEqual([answer.url, 429])
    expect(answer.headers.get('retry-after')).toBe('10')
    expect(await answer.json()).toMatchObject({ error: { code: 'TOO_MANY_LISTS' } })
  }
})

test('limits neither pages nor another account', async () => {
  await openTwelve()
  expect((await api.call('GET', '/bookings?limit=5')).status).toBe(200)
  await open(COLLEAGUE)
})

test('opens another list after one has ended', async () => {
  await openTwelve()
  close(1)
  await expect.poll(() => open().then(() => 'open', String)).toBe('open')
})

test('counts no list whose client left while its session was read', async () => {
  await leaveEarly(api, { path: '/bookings', by: ADMINISTRATOR, count: 12 })
  await openTwelve()
  expect(unread).toHaveLength(12)
})
