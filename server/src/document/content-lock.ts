import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { unlimitedTransaction } from '../database/unlimited.ts'

const LOCK = "hashtext('mandap.document.content')"

/** Keeps the content of stored documents from being encrypted again until the transaction ends. */
export const KEEP_CONTENTS = `select pg_advisory_xact_lock_shared(${LOCK})`

/**
 * Runs work that begins a transaction with `KEEP_CONTENTS` as its first query. Waits first for a document that is being
 * encrypted. If the work itself waited for that lock, its snapshot would have the earlier row, and the store the new
 * content.
 */
export function whileContentsAreKept<T>(db: Database, work: () => Promise<T>): Promise<T> {
  return unlimitedTransaction(db, async (trx) => {
    await sql.raw(KEEP_CONTENTS).execute(trx)
    return work()
  })
}

/** Returns whether the content of documents may be replaced in this transaction: no backup and no other process uses it. */
export async function mayReplaceContents(trx: Database): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${sql.raw(LOCK)}) as "isFree"`.execute(trx)
  return rows[0]?.isFree ?? false
}
