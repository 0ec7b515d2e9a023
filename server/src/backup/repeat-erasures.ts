import type { Database } from '../database/connection.ts'
import { destroyDocuments, recordDestruction } from '../document/destroy.ts'
import { removeDocuments } from '../document-store/remove.ts'
import type { DocumentStore } from '../document-store/store.ts'
import { purgePartner } from '../partner/delete.ts'
import { erasePerson } from '../person/erase.ts'
import { type Erasure, erasuresToRepeat, keepErasure } from '../erasure-list/erasure-list.ts'

type Documents = Pick<DocumentStore, 'remove'>

/** Destroys again what an entry names. Does nothing if it is not there. */
type Repeat<E> = (trx: Database, documents: Documents, entry: E, by: string) => Promise<unknown>

const REPEATS: { [K in Erasure['kind']]: Repeat<Erasure & { kind: K }> } = {
  purge: (trx, _, { subjectId }, by) => purgePartner(trx, subjectId, by),
  async destroy(trx, documents, { subjectId, at }, by) {
    const destruction = { days: null, now: new Date(at) }
    const { destroyed, failures } = await destroyDocuments(trx, documents, [subjectId], destruction)
    if (failures.length > 0) throw failures[0]
    await recordDestruction(trx, destroyed, null, by)
  },
  erase: (trx, _, { subject, subjectId: id, at }, by) =>
    erasePerson(
      trx,
      { subject, id, by, reason: 'Repeated after a restore', isListed: true },
      new Date(at),
    ),
}

function repeat<K extends Erasure['kind']>(
  trx: Database,
  documents: Documents,
  entry: Erasure & { kind: K },
  by: string,
): Promise<unknown> {
  return REPEATS[entry.kind](trx, documents, entry, by)
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
      await repeat(trx, documents, entry, by)
      await keepErasure(trx, entry)
    })
  }
  // the documents of erased persons and purged partners
  await removeDocuments(db, documents)
  return missing.length
}
