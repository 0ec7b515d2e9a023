import type { Database } from '../database/connection.ts'
import { reasonOf } from '../error/reason.ts'
import type { DocumentStore } from './store.ts'

/** Documents per transaction. */
const BATCH = 50

/**
 * Deletes the rows of the documents of partners, and notes their contents for `removeDocuments`, which follows the
 * transaction. Returns their ids.
 */
export async function detachDocuments(
  trx: Database,
  partnerIds: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('document')
    .where('partner_id', 'in', partnerIds)
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await noteRemovals(trx, ids)
  return ids
}

/** Notes contents without a row for `removeDocuments`. */
export async function noteRemovals(db: Database, ids: readonly string[]): Promise<void> {
  await db
    .insertInto('document_removal')
    .values(ids.map((id) => ({ id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Removes the noted contents from the store, except those that a document has now: an import gives its copy the same id
 * again, and the commit of an upload may have been late. Continues after a failure, and throws at the end if a content could not
 * be removed, which stays noted for the next run. Safe to run at any time, in any number of processes.
 */
export async function removeDocuments(
  db: Database,
  store: Pick<DocumentStore, 'remove'>,
): Promise<void> {
  const failures: unknown[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { ids, removed, failures: some } = await removeSome(db, store, after)
    failures.push(...some)
    // if no document of a full batch can be removed, the store does not answer
    const goesOn = ids.length === BATCH && removed.length > 0
    after = goesOn ? ids.at(-1) : undefined
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Documents could not be removed: ${reasonOf(failures[0])}`)
}

/** Removes the next contents in the order of their ids. Returns the ids of all, those that were removed, and the failures. */
function removeSome(db: Database, store: Pick<DocumentStore, 'remove'>, after: string) {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('document_removal')
      .select('id')
      .where('id', '>', after)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('document')
              .select('document.id')
              .whereRef('document.id', '=', 'document_removal.id')
              .where('destroyed_at', 'is', null),
          ),
        ),
      )
      .orderBy('id')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = rows.map(({ id }) => id)
    const { removed, failures } = await removeContents(store, ids)
    if (removed.length > 0)
      await trx.deleteFrom('document_removal').where('id', 'in', removed).execute()
    return { ids, removed, failures }
  })
}

/** Removes contents from the store. Returns the ids of those that were removed, and the failures of the others. */
export async function removeContents(
  store: Pick<DocumentStore, 'remove'>,
  ids: readonly string[],
): Promise<{ removed: string[]; failures: unknown[] }> {
  const removed: string[] = []
  const failures: unknown[] = []
  await Promise.all(
    ids.map((id) =>
      store.remove(id).then(
        () => removed.push(id),
        (error: unknown) => failures.push(error),
      ),
    ),
  )
  return { removed, failures }
}
