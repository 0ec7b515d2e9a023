import { sql } from 'kysely'
import type { Database } from './connection.ts'

/**
 * Runs work in a transaction without the time limits that a database or role may set. One that only holds a lock is idle for as
 * long as the work takes.
 */
export function unlimitedTransaction<T>(
  db: Database,
  work: (trx: Database) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    // transaction_timeout exists from PostgreSQL 17 on
    await sql`
      select set_config(name, '0', true) from pg_settings
      where name in
        ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`.execute(
      trx,
    )
    return work(trx)
  })
}
