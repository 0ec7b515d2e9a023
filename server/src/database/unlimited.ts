import { sql } from 'kysely'
import type { Database } from './connection.ts'

/**
 * Runs work in a transaction that may wait for the work as long as it takes, such as one that only has a lock. The settings of a
 * database or role may limit others.
 */
export function unlimitedTransaction<T>(
  db: Database,
  work: (trx: Database) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql
      .raw(
        `set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
      )
      .execute(trx)
    return work(trx)
  })
}
