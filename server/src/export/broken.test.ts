import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, afterAll, describe, expect, test, vi } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { upsertBookings } from '../booking/store.ts'

let api: Awaited<ReturnType<typeof startApi>>

/** More bytes than the sockets between server and reader buffer, so that the reader sets the pace. */
const MANY = 3500
const LONG = 'Rambagh Palace '.repeat(300)

beforeAll(async () => {
  api = await startApi()
  const records = Array.from({ length: MANY }, () => bookingJson({ location: LONG }))
  await upsertBookings(api.db, records, 'import')
})
afterAll(() => api.close())
// no test leaves an open cursor to the next
afterEach(() => noCursors())

const noCursors = () => vi.waitFor(async () => expect(await cursors()).toBe(0))

/** Returns the number of connections with a cursor. */
async function cursors(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(api.db)
  return rows[0]?.n ?? 0
}

async function link(): Promise<string> {
  const query = { tab: 'booked', today: '2026-11-21', timeZone: 'Asia/Kolkata' }
  const body = { of: 'bookings', query, format: 'csv', timeZone: 'Asia/Kolkata' }
  const answer = await api.call('POST', '/exports', { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return api.url + (answer.body as { data: { url: string } }).data.url
}

/** Opens the link and reads the first part of the file. */
async function begin(url: string, signal?: AbortSignal) {
  const answer = await fetch(url, signal ? { signal } : {})
  const reader = answer.body?.getReader()
  if (!reader) throw new Error('The answer has no body.')
  await reader.read()
  return reader
}

const acts = () =>
  api.db.selectFrom('activity').selectAll().where('kind', '=', 'export').orderBy('id').execute()

async function readOn(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let text = ''
  const decoder = new TextDecoder()
  for (let part = await reader.read(); !part.done; part = await reader.read())
    text += decoder.decode(part.value, { stream: true })
  return text
}

describe('an export that is not completed', () => {
  test('releases the cursor when the client leaves, and records how much was sent', async () => {
    const before = await acts()
    const leaving = new AbortController()
    await begin(await link(), leaving.signal)
    expect(await cursors()).toBe(1)
    leaving.abort()
    await vi.waitFor(async () => expect(await acts()).toHaveLength(before.length + 2))
    const [begun, ended] = (await acts()).slice(before.length)
    expect(begun?.after).toMatchObject({ rows: MANY })
    expect(begun?.after).not.toHaveProperty('sent')
    expect(ended?.after).toMatchObject({ rows: MANY })
    expect(ended?.after['sent']).toBeLessThan(MANY)
  })

  test('breaks the download when the database fails, so that no part looks complete', async () => {
    const before = await acts()
    const reader = await begin(await link())
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(api.db)
    await expect(readOn(reader)).rejects.toThrow('terminated')
    await vi.waitFor(async () => expect(await acts()).toHaveLength(before.length + 2))
    // and the server continues to run
    expect((await api.call('GET', '/session')).status).toBe(200)
  })
})

test('exports the list at the time when the link was opened', async () => {
  const reader = await begin(await link())
  const added = bookingJson({ location: LONG, createdAt: '2025-01-01T00:00:00.000Z' })
  await upsertBookings(api.db, [added], 'import')
  const text = await readOn(reader)
  expect(text).not.toContain(String(added['_id']))
  // the last of the list, because it was booked long ago
  await api.db.deleteFrom('booking').where('id', '=', String(added['_id'])).execute()
})

test('allows three at once; answers a fourth with 429 and keeps its link valid', async () => {
  const fourth = await link()
  const links = [await link(), await link(), await link()]
  const readers = await Promise.all(links.map((url) => begin(url)))
  const refused = await fetch(fourth)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ error: { code: 'EXPORTS_BUSY' } })
  await expect(link()).rejects.toThrow('EXPORTS_BUSY')
  await Promise.all(readers.map((reader) => reader.cancel()))
  await vi.waitFor(async () => {
    const answer = await fetch(fourth)
    expect(answer.status).toBe(200)
    await answer.body?.cancel()
  })
})
