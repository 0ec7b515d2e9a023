import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { Source } from './source.ts'

/** Rows per fetch, which an export holds in memory. */
const FETCHED = 1000

/** The rows of a list in one snapshot. */
export interface OpenRows {
  count: number
  rows: AsyncIterable<unknown>
  /** Number of rows that were read so far. */
  read: () => number
  /** Releases the connection. No more rows can be read. */
  close: () => Promise<void>
}

/** Opens a cursor over a list in its own snapshot, which does not contain later writes. */
export async function openRows(db: Database, source: Source): Promise<OpenRows> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  let read = 0
  let closing: Promise<void> | undefined
  // a lost connection cannot roll back, and is released anyway
  const close = () =>
    (closing ??= trx
      .rollback()
      .execute()
      .catch(() => {}))

  async function* rows() {
    for (;;) {
      const fetched = await sql`fetch ${sql.raw(String(FETCHED))} from exported`.execute(trx)
      for (const row of fetched.rows) {
        yield row
        read += 1
      }
      if (fetched.rows.length < FETCHED) return
    }
  }

  try {
    const counted = await source.count.execute(trx)
    await sql`declare exported no scroll cursor for ${source.rows}`.execute(trx)
    return { count: counted.rows[0]?.n ?? 0, rows: rows(), read: () => read, close }
  } catch (error) {
    await close()
    throw error
  }
}
