import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../src/database/connection.ts'

/**
 * Locks all administrators, and sends the requests one after the other, each once the earlier ones wait for a lock. Returns
 * their results.
 */
export async function atOnce<T>(
  db: Database,
  requests: readonly (() => Promise<T>)[],
  work: (trx: Database) => Promise<unknown> = async () => {},
): Promise<T[]> {
  const sent: Promise<T>[] = []
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('administrator').select('id').orderBy('id').forUpdate().execute()
    await work(trx)
    for (const send of requests) {
      sent.push(send())
      await expect.poll(() => waiting(db)).toHaveLength(sent.length)
    }
  })
  return Promise.all(sent)
}

/** Returns a row per transaction that waits for a lock. A transaction would not see connections that are opened later. */
async function waiting(db: Database) {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows
}
