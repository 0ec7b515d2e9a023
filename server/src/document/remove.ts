import type { Database } from '../database/connection.ts'
import type { DocumentStore } from '../document-store/store.ts'

/** Documents per transaction. */
const BATCH = 50

/**
 * Deletes the rows of a partner's documents, and notes their contents for `removeDocuments`, which follows the
 * transaction. Returns their ids.
 */
export async function detachDocuments(trx: Database, partnerId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('document')
    .where('partner_id', '=', partnerId)
    .returning('id')
    .execute()
  const noted = rows.map(({ id }) => ({ id }))
  if (noted.length > 0)
    await trx
      .insertInto('document_removal')
      .values(noted)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return rows.map(({ id }) => id)
}

/**
 * Removes the noted contents from the store. What fails stays noted for the next run. Safe to run at any time, in any
 * number of processes.
 */
export async function removeDocuments(
  db: Database,
  store: Pick<DocumentStore, 'remove'>,
): Promise<void> {
  for (let removed = BATCH; removed === BATCH; ) {
    removed = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('document_removal')
        .select('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute()
      const ids = rows.map(({ id }) => id)
      await Promise.all(ids.map((id) => store.remove(id)))
      if (ids.length > 0) await trx.deleteFrom('document_removal').where('id', 'in', ids).execute()
      return ids.length
    })
  }
}
