import { setImmediate as otherWork } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { ExportSource } from './source.ts'

/** Rows per fetch, which an export holds in memory. */
const FETCHED = 1000

/** Rows that are written before other requests of the process run, in about a millisecond. */
const SLICE = 20

/** The rows of a list in one snapshot. */
export interface OpenRows {
  count: number
  rows: AsyncIterable<unknown>
  /** Number of rows that were read so far. */
  read: () => number
  /** Releases the connection. No more rows can be read. */
  close: () => Promise<void>
}

/** Opens a list in its own snapshot, which does not contain later writes. Reads its parts by a cursor, one after another. */
export async function openRows(
  db: Database,
  source: Pick<ExportSource, 'rows' | 'count'>,
): Promise<OpenRows> {
  const { trx, close } = await openSnapshot(db)
  let read = 0

  const [first] = source.rows

  async function* rows() {
    for (const query of source.rows) {
      if (query !== first) {
        await closeCursor(trx)
        await declareCursor(trx, query)
      }
      for await (const row of fetched(trx)) {
        yield row
        read += 1
      }
    }
  }

  try {
    const counted = await source.count.execute(trx)
    await declareCursor(trx, first)
    return { count: counted.rows[0]?.n ?? 0, rows: rows(), read: () => read, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Reads the rows of a query by a cursor of a snapshot, which has one cursor at a time. */
export async function* cursorRows<Row>(trx: Database, query: RawBuilder<Row>): AsyncGenerator<Row> {
  await declareCursor(trx, query)
  yield* fetched(trx) as AsyncGenerator<Row>
  await closeCursor(trx)
}

/** A transaction that sees the database as it was when it began. */
export async function openSnapshot(
  db: Database,
): Promise<{ trx: Database; close: () => Promise<void> }> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  let closing: Promise<void> | undefined
  // a lost connection cannot roll back, and is released anyway
  const close = () =>
    (closing ??= trx
      .rollback()
      .execute()
      .catch(() => {}))
  return { trx, close }
}

async function declareCursor(trx: Database, query: RawBuilder<unknown>): Promise<void> {
  await sql`declare exported no scroll cursor for ${query}`.execute(trx)
}

async function closeCursor(trx: Database): Promise<void> {
  await sql`close exported`.execute(trx)
}

async function* fetched(trx: Database): AsyncGenerator {
  for (;;) {
    const { rows } = await sql`fetch ${sql.raw(String(FETCHED))} from exported`.execute(trx)
    for (const [at, row] of rows.entries()) {
      yield row
      if (at % SLICE === SLICE - 1) await otherWork()
    }
    if (rows.length < FETCHED) return
  }
}
