import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../src/database/connection.ts'

/** Returns after `count` transactions of the database wait for a lock. */
export async function waitingForLocks(db: Database, count: number): Promise<void> {
  const waiting = async () => {
    // not in a transaction, which would not see connections that are opened later
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows
  }
  await expect.poll(waiting).toHaveLength(count)
}

/** Locks all administrators until `count` transactions wait for them. Returns what `send` returns. */
export async function atOnce<T>(
  db: Database,
  count: number,
  send: () => Promise<T>[],
  work: (trx: Database) => Promise<unknown> = async () => {},
): Promise<T[]> {
  let sent: Promise<T>[] = []
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('administrator').select('id').orderBy('id').forUpdate().execute()
    await work(trx)
    sent = send()
    await waitingForLocks(db, count)
  })
  return Promise.all(sent)
}
