import { decodeJwt } from 'jose'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { storeAdministrator } from '../../testing/administrators.ts'
import { COLLEAGUE, startApi } from '../../testing/api.ts'
import { leaveEarly } from '../../testing/left-client.ts'
import { openEvents, type ReceivedEvents } from '../../testing/live.ts'
import { upsertAll } from '../../testing/records.ts'
import { ADMINISTRATOR, startServer } from '../../testing/server.ts'
import { upsertBookings } from '../booking/store.ts'
import { disableAdministrator } from '../session/administrator.ts'
import { MAX_LISTED } from './events.ts'

const METRICS_TOKEN = 'a-token-of-the-metrics-of-a-test'
const TIMES = { sessionMs: 200, heartbeatMs: 100, confirmMs: 200 }

let api: Awaited<ReturnType<typeof startApi>>
let other: Awaited<ReturnType<typeof startServer>>
const open: ReceivedEvents[] = []

beforeAll(async () => {
  api = await startApi({ METRICS_TOKEN })
  // a second server on the same database
  other = await startServer(api.databaseUrl, {}, { liveTimes: TIMES })
  await upsertAll(api.db, {
    bookings: [bookingJson({ _id: 'b1' })],
    partners: [partnerJson({ _id: 'p1' })],
    users: [],
    tempPartners: [],
  })
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})
afterAll(async () => {
  await other?.close()
  await api?.close()
})

async function follow(query = '', by = COLLEAGUE) {
  const stream = await openEvents(other.url, api.tokenOf(by), query)
  open.push(stream)
  await expect.poll(stream.opened).toBeDefined()
  return stream
}

async function rename(location: string) {
  const { status } = await api.call('PATCH', '/bookings/b1', { body: { location } })
  expect(status).toBe(200)
}

test('sends a change to a client of another server within a second, without a value of the record', async () => {
  const stream = await follow()
  // until it listens, the server also says that others may have opened any record
  const changes = () => stream.changes().filter(({ event }) => event === 'change')
  // the first server to listen tests its connection
  await rename('Before the connection is tested')
  await expect.poll(changes).toHaveLength(1)
  /** Returns after how many milliseconds another change has arrived. */
  const delay = async () => {
    const { length } = changes()
    const at = performance.now()
    await rename(`Umaid Bhawan ${length}`)
    await expect.poll(changes).toHaveLength(length + 1)
    return performance.now() - at
  }
  // other work on the machine may delay one of them
  await expect.poll(delay).toBeLessThan(1000)
  const [before, last] = changes().slice(-2)
  expect(last).toEqual({
    id: String(Number(before?.id) + 1),
    event: 'change',
    data: {
      kind: 'update',
      subject: 'booking',
      subjectId: 'b1',
      version: changes().length + 1,
      by: ADMINISTRATOR.email,
      name: null,
      position: expect.stringMatching(/^[0-9A-F]+\/[0-9A-F]+$/),
    },
  })
  expect(stream.text()).not.toContain('Umaid Bhawan')
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
})

test('names no person and no id in an event about an account', async () => {
  const stream = await follow()
  await api.request('POST', '/session/end', {
    headers: { authorization: `Bearer ${(await other.startSession()).idToken}` },
  })
  await expect.poll(stream.changes).toHaveLength(2)
  expect(stream.changes().map(({ data }) => data)).toMatchObject([
    { kind: 'signIn', subject: 'administrator', subjectId: null, by: null, name: null },
    { kind: 'signOut', subject: 'administrator', subjectId: null, by: null, name: null },
  ])
})

describe('a client that connects again', () => {
  test('receives what it has missed after the id of its last event, once', async () => {
    const before = await follow()
    await rename('One')
    await expect.poll(before.changes).toHaveLength(1)
    before.close()
    await rename('Two')
    await rename('Three')
    const again = await follow(`?after=${before.changes()[0]?.id}`)
    await expect.poll(again.changes).toHaveLength(2)
    await rename('Four')
    await expect.poll(again.changes).toHaveLength(3)
    const ids = again.changes().map(({ id }) => Number(id))
    expect(ids).toEqual([1, 2, 3].map((more) => Number(before.changes()[0]?.id) + more))
    expect(again.opened()?.id).toBe(before.changes()[0]?.id)
  })

  test('receives one event if it has missed more than is listed', async () => {
    const { id: first } = (await follow()).opened() ?? {}
    for (let n = 0; n <= MAX_LISTED; n += 1) await rename(`Palace ${n}`)
    const again = await follow(`?after=${first}`)
    await expect.poll(again.changes).toHaveLength(1)
    expect(again.changes()[0]).toMatchObject({
      event: 'many',
      id: String(Number(first) + MAX_LISTED + 1),
    })
  })

  test('receives one event if it knows an id that does not exist, as after a restored backup', async () => {
    const stream = await follow('?after=1000000')
    await expect.poll(stream.changes).toMatchObject([{ event: 'many' }])
    await rename('After the backup')
    await expect.poll(stream.changes).toHaveLength(2)
  })

  test('receives the events of the last milliseconds if it knows no id', async () => {
    await rename('Just now')
    const stream = await follow('?past=60000')
    await expect.poll(stream.changes).not.toHaveLength(0)
    expect((await follow('?past=0')).changes()).toEqual([])
  })
})

test('sends one event for the entries of one transaction with many', async () => {
  const bookings = Array.from({ length: MAX_LISTED + 5 }, () => bookingJson())
  await upsertBookings(api.db, bookings, 'import')
  const stream = await follow()
  await upsertBookings(
    api.db,
    bookings.map((booking) => ({ ...booking, location: 'Goa' })),
    'import',
  )
  await expect.poll(stream.changes).toMatchObject([{ event: 'many' }])
})

test('announces records that are stored without an audit entry, by an event without an id', async () => {
  const stream = await follow()
  await upsertBookings(api.db, [bookingJson(), bookingJson()], 'import')
  await expect.poll(stream.changes).toMatchObject([{ event: 'many', id: undefined }])
})

test('reads what changes every second where LISTEN does not work', async () => {
  const listenUrl = 'postgres://127.0.0.1:1/none'
  const polling = await startServer(api.databaseUrl, {}, { listenUrl })
  const stream = await openEvents(polling.url, api.tokenOf(COLLEAGUE))
  await expect.poll(stream.opened).toBeDefined()
  await rename('Found by reading')
  await expect.poll(stream.changes).toMatchObject([{ event: 'change' }])
  await polling.close()
})

test('shows by comments that the connection works', async () => {
  const stream = await follow()
  await expect.poll(stream.text).toContain('\n\n:\n\n')
})

describe('a stream ends', () => {
  const MAX_MS = 10_000

  test('when its session ends', async () => {
    const { idToken } = await other.startSession(COLLEAGUE)
    // a server with the times of production
    const stream = await openEvents(api.url, idToken)
    const still = await follow()
    const at = performance.now()
    await fetch(`${api.url}/session/end`, {
      method: 'POST',
      headers: { authorization: `Bearer ${idToken}` },
    })
    expect((await stream.ended) - at).toBeLessThan(MAX_MS)
    expect((await openEvents(other.url, idToken)).status).toBe(401)
    // the other session of the same person continues
    await rename('After the sign-out')
    await expect.poll(still.changes).not.toHaveLength(0)
  })

  test('when the tokens of its session are replaced', async () => {
    const { idToken } = await other.startSession(COLLEAGUE)
    const stream = await openEvents(other.url, idToken)
    const at = performance.now()
    await api.db
      .updateTable('session')
      .set({ token_serial: 1 })
      .where('id', '=', String(decodeJwt(idToken)['sid']))
      .execute()
    expect((await stream.ended) - at).toBeLessThan(MAX_MS)
    expect((await openEvents(other.url, idToken)).status).toBe(401)
  })

  test('when its administrator is disabled', async () => {
    const email = 'temporary@mandap.example'
    await storeAdministrator(api.db, { ...ADMINISTRATOR, email })
    const { idToken } = await other.startSession({ email, password: '' })
    const stream = await openEvents(other.url, idToken)
    const at = performance.now()
    await disableAdministrator(api.db, email, new Date())
    expect((await stream.ended) - at).toBeLessThan(MAX_MS)
  })

  test('when the server stops, with the time after which to connect again', async () => {
    const stopping = await startServer(api.databaseUrl)
    const stream = await openEvents(stopping.url, api.tokenOf(COLLEAGUE))
    await expect.poll(stream.opened).toBeDefined()
    // the sockets stay open, as while a server drains
    const stopped = stopping.stop()
    await stream.ended
    expect(stream.text()).toMatch(/retry: \d{3,4}\n\n$/)
    await stopped
    await stopping.close()
  })
})

describe('who has a record open', () => {
  const tab = crypto.randomUUID()

  async function report(stream: ReceivedEvents, record: object | null, by = COLLEAGUE) {
    const body = { tab, stream: stream.opened()?.data['stream'], record }
    return api.request('PUT', '/presence', { body, by })
  }

  const others = async (by = ADMINISTRATOR, subjectId = 'p1') => {
    const path = `/presence?subject=partner&subjectId=${subjectId}`
    return ((await api.call('GET', path, { by })).body as { data: object[] }).data
  }

  test('is sent to the others until the stream ends', async () => {
    const stream = await follow()
    const watching = await follow('', ADMINISTRATOR)
    const record = { subject: 'partner', subjectId: 'p1', isReview: true }
    expect((await report(stream, record)).status).toBe(204)
    await expect
      .poll(watching.changes)
      .toMatchObject([
        { event: 'presence', data: { records: [{ subject: 'partner', subjectId: 'p1' }] } },
      ])
    const since = expect.stringMatching(/^2.*Z$/)
    const seen = [{ subjectId: 'p1', by: COLLEAGUE.email, name: null, since, isReview: true }]
    expect(await others()).toEqual(seen)
    expect(await others(COLLEAGUE)).toEqual([])
    expect(await others(ADMINISTRATOR, 'p2')).toEqual([])
    // a repeated report is no change
    await report(stream, record)
    stream.close()
    await expect.poll(() => others()).toEqual([])
    await expect.poll(watching.changes).toHaveLength(2)
  })

  test('is shown until the tab closes the record', async () => {
    const stream = await follow()
    await report(stream, { subject: 'partner', subjectId: 'p1', isReview: false })
    expect(await others()).toMatchObject([{ isReview: false }])
    await report(stream, null)
    expect(await others()).toEqual([])
  })

  test('is no longer shown when no server confirms the stream', async () => {
    const stream = await follow()
    await report(stream, { subject: 'partner', subjectId: 'p1', isReview: false })
    const at = new Date(Date.now() - 11_000)
    await api.db.updateTable('presence').set({ seen_at: at, stream: crypto.randomUUID() }).execute()
    expect(await others()).toEqual([])
    const left = () => api.db.selectFrom('presence').selectAll().execute()
    await expect.poll(left).toEqual([])
  })

  test('cannot be changed by another session', async () => {
    const stream = await follow()
    await report(stream, { subject: 'partner', subjectId: 'p1', isReview: false })
    await report(stream, null, ADMINISTRATOR)
    expect(await others()).toHaveLength(1)
  })
})

test('refuses more streams of one account than a person needs', async () => {
  const opened = await Promise.all(
    Array.from({ length: 21 }, () => openEvents(other.url, api.tokenOf(COLLEAGUE))),
  )
  open.push(...opened)
  const statuses = opened.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  const refused = opened.find(({ status }) => status === 429)
  await expect
    .poll(() => refused?.text())
    .toMatch('Close Mandap on another device, or end sessions')
})

test('counts no stream whose client left while its session was read', async () => {
  await leaveEarly(api, { path: '/events', by: COLLEAGUE, count: 20 })
  const opened = await Promise.all(
    Array.from({ length: 20 }, () => openEvents(api.url, api.tokenOf(COLLEAGUE))),
  )
  open.push(...opened)
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]))
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const metrics = await (await fetch(`${api.url}/metrics`, { headers })).text()
  expect(metrics).toContain('\nmandap_streams_open 20\n')
})
