import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { Source } from './source.ts'

/** Rows fetched at once: what an export keeps in memory. */
const FETCHED = 1000

/** The rows of a list as they stood when it was opened. */
export interface OpenRows {
  count: number
  rows: AsyncIterable<unknown>
  /** How many were read so far. */
  read: () => number
  /** Gives the connection back; rows cannot be read any further. */
  close: () => Promise<void>
}

/** Opens a cursor over a list, in a snapshot of its own: what is written meanwhile is in no row. */
export async function openRows(db: Database, source: Source): Promise<OpenRows> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  let read = 0
  let closing: Promise<void> | undefined
  // a lost connection cannot roll back, and is given back all the same
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
