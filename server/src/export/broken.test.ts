import { request } from 'node:http'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { HOUR } from '@mandap/domain/time/days.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { type PreparedExport, prepareExport, readExport } from '../../testing/export.ts'
import { leaveWhileLocked } from '../../testing/left-client.ts'
import { isWaitingForLock } from '../../testing/lock.ts'
import { upsertBookings } from '../booking/store.ts'
import { awaitWrites } from '../records/erased.ts'
import { deleteOldLinks } from './link.ts'

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

const noCursors = () => expect.poll(cursors).toBe(0)

/** Returns the number of connections with a cursor. */
async function cursors(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(api.db)
  return rows[0]?.n ?? 0
}

function prepared() {
  const query = { tab: 'booked', today: '2026-11-21', timeZone: 'Asia/Kolkata' }
  return prepareExport(api, { of: 'bookings', query })
}

/** Reads the first part of the file. */
async function begin(file: PreparedExport, signal?: AbortSignal) {
  const answer = await readExport(api, file, signal)
  const reader = answer.body?.getReader()
  if (!reader) throw new Error('The answer has no body.')
  await reader.read()
  return reader
}

const exportEntries = () =>
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
    const before = await exportEntries()
    const leaving = new AbortController()
    await begin(await prepared(), leaving.signal)
    // it is not idle while it fetches what fills the sockets
    await expect.poll(cursors).toBe(1)
    leaving.abort()
    await expect.poll(exportEntries).toHaveLength(before.length + 2)
    const [begun, ended] = (await exportEntries()).slice(before.length)
    expect(begun?.after).toMatchObject({ rows: MANY })
    expect(begun?.after).not.toHaveProperty('sent')
    expect(ended?.after).toMatchObject({ rows: MANY })
    expect(ended?.after['sent']).toBeLessThan(MANY)
  })

  test('records the filters although old links were deleted during the download', async () => {
    const reader = await begin(await prepared())
    const { length: before } = await exportEntries()
    const unused = await prepared()
    await deleteOldLinks(api.db, new Date(Date.now() + 23 * HOUR))
    expect((await readExport(api, unused)).status).toBe(404)
    await reader.cancel()
    const rest = async () => (await exportEntries()).slice(before)
    await expect.poll(rest).toMatchObject([{ after: { query: { tab: 'booked' } } }])
    await deleteOldLinks(api.db, new Date(Date.now() + 25 * HOUR))
    expect(await api.db.selectFrom('export_link').select('by').execute()).toEqual([])
  })

  test('records that nothing was sent to a client that left before the answer began', async () => {
    const before = await exportEntries()
    const { url, secret } = await prepared()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await leaveWhileLocked(api.db, {
      // the server waits for it before it records the export
      lock: awaitWrites,
      send: () =>
        request(api.url + url, { method: 'POST', headers, agent: false }).end(`secret=${secret}`),
      count: 1,
      until: () => expect.poll(() => isWaitingForLock(api.db)).toBe(true),
    })
    await expect.poll(exportEntries).toHaveLength(before.length + 2)
    expect((await exportEntries()).at(-1)?.after).toMatchObject({ rows: MANY, sent: 0 })
  })

  test('breaks the download when the database fails, so that no part looks complete', async () => {
    const before = await exportEntries()
    const reader = await begin(await prepared())
    const terminated = async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`.execute(api.db)
      return rows.length
    }
    await expect.poll(terminated).toBe(1)
    await expect(readOn(reader)).rejects.toThrow('terminated')
    await expect.poll(exportEntries).toHaveLength(before.length + 2)
    // and the server continues to run
    expect((await api.call('GET', '/session')).status).toBe(200)
  })
})

test('exports the list at the time when the file is requested', async () => {
  const reader = await begin(await prepared())
  const added = bookingJson({ location: LONG, createdAt: '2025-01-01T00:00:00.000Z' })
  await upsertBookings(api.db, [added], 'import')
  const text = await readOn(reader)
  expect(text).not.toContain(String(added['_id']))
  // the last of the list, because it was booked long ago
  await api.db.deleteFrom('booking').where('id', '=', String(added['_id'])).execute()
})

test('allows three at once; answers a fourth with 503 and keeps its secret valid', async () => {
  const fourth = await prepared()
  const files = [await prepared(), await prepared(), await prepared()]
  const readers = await Promise.all(files.map((file) => begin(file)))
  const refused = await readExport(api, fourth)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ error: { code: 'EXPORTS_BUSY' } })
  await expect(prepared()).rejects.toThrow('EXPORTS_BUSY')
  await Promise.all(readers.map((reader) => reader.cancel()))
  const retry = async () => {
    const answer = await readExport(api, fourth)
    await answer.body?.cancel()
    return answer.status
  }
  await expect.poll(retry).toBe(200)
})
