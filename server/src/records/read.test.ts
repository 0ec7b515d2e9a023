import { request } from 'node:http'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import fastify from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { BOOKING } from '../booking/kind.ts'
import { bulkInsertBookings } from '../booking/store.ts'
import { streamRecords } from './read.ts'

const COUNT = 12_000
// as long as a record with all of its fields
const NOTE = 'x'.repeat(1000)

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let queries: number
/** Returns how many characters of records each query read. */
let read: number[]
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    queries += 1
    return node
  },
  transformResult: async ({ result }) => {
    read.push(result.rows.reduce((sum, { record }) => sum + String(record).length, 0))
    return result
  },
}
beforeAll(async () => {
  scratch = await scratchDatabase()
  const records = Array.from({ length: COUNT }, () => bookingJson({ note: NOTE }))
  await bulkInsertBookings(scratch, records, 'test')
})
afterAll(() => scratch.drop())

function stream() {
  queries = 0
  read = []
  return streamRecords((work) => work(scratch.db.withPlugin(counting)), BOOKING)
}

describe('a plain list', () => {
  test('contains every record once', async () => {
    const parts: Buffer[] = []
    for await (const part of stream()) parts.push(part as Buffer)
    const records = JSON.parse(Buffer.concat(parts).toString()) as { _id: string }[]
    expect(new Set(records.map(({ _id }) => _id)).size).toBe(COUNT)
    expect(records).toHaveLength(COUNT)
  })

  test('reads from the database only as fast as its reader', async () => {
    const reading = stream()
    const parts = reading[Symbol.asyncIterator]()
    await parts.next()
    // reading ahead is limited to the buffer of the stream
    await expect.poll(() => reading.readableLength).toBeGreaterThan(0)
    expect(queries).toBeLessThanOrEqual(3)
    await parts.return?.()
  })

  test('is read and sent in parts of limited size', async () => {
    let most = 0
    for await (const part of stream()) most = Math.max(most, (part as Buffer).length)
    expect(most).toBeLessThan(70_000)
    // the first query measures the size of the records
    expect(Math.max(...read.slice(1))).toBeLessThan(300_000)
  })

  test('ends the queries when the reader leaves', async () => {
    const app = fastify()
    app.get('/', () => stream())
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const closed = new Promise<void>((resolve) => {
      const call = request(url, (answer) => {
        answer.once('data', () => {
          answer.pause()
          call.destroy()
        })
        answer.once('close', resolve)
      })
      call.end()
    })
    await closed
    const requested = queries
    await app.close()
    expect(requested).toBeLessThan(COUNT / 100 / 2)
    expect(queries - requested).toBeLessThanOrEqual(1)
  })

  test('answers 500 if it fails before the first record', async () => {
    const app = fastify()
    const missing = { table: 'no_such_table' as 'booking' }
    app.get('/', () => streamRecords((work) => work(scratch.db), missing))
    const answer = await app.inject('/')
    await app.close()
    expect(answer.statusCode).toBe(500)
  })
})
