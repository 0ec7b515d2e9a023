import type { Database } from '../database/connection.ts'
import type { DocumentStore } from '../document-store/store.ts'
import { purgePartner } from '../partner/delete.ts'
import { type Erasure, erasuresToRepeat, keepErasure } from '../retention/erasure-list.ts'

type Documents = Pick<DocumentStore, 'remove'>

/** Destroys again what an entry names. Does nothing if it is not there. */
type Repeat = (trx: Database, documents: Documents, id: string, by: string) => Promise<void>

const REPEATS: Record<Erasure['kind'], Repeat> = {
  purge: purgePartner,
  async destroy(trx, documents, id) {
    await trx.deleteFrom('document').where('id', '=', id).execute()
    await documents.remove(id)
  },
  erase() {
    throw new Error('This release does not erase persons. Use the release that wrote the list.')
  },
}

/**
 * Destroys again what a restored database still has although the list says that it was destroyed, and adds the entries to
 * its table. Returns their number. If it is interrupted, the next call continues.
 */
export async function repeatErasures(
  db: Database,
  documents: Documents,
  listed: readonly Erasure[],
  by: string,
): Promise<number> {
  const missing = await erasuresToRepeat(db, listed)
  for (const entry of missing.toSorted((a, b) => a.at.localeCompare(b.at))) {
    await db.transaction().execute(async (trx) => {
      await REPEATS[entry.kind](trx, documents, entry.subjectId, by)
      await keepErasure(trx, entry)
    })
  }
  return missing.length
}
