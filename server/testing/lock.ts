import { sql } from 'kysely'
import type { Database } from '../src/database/connection.ts'

/** Returns how many transactions wait for one that holds a lock. */
export async function countLockWaits(db: Database): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

/** Returns whether a transaction waits for one that holds a lock. */
export async function isWaitingForLock(db: Database): Promise<boolean> {
  return (await countLockWaits(db)) > 0
}
