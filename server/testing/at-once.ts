import { expect } from 'vitest'
import type { Database } from '../src/database/connection.ts'
import { countLockWaits } from './lock.ts'

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
      // not on `trx`, which does not see connections that are opened later
      await expect.poll(() => countLockWaits(db)).toBe(sent.length)
    }
  })
  return Promise.all(sent)
}
