import { randomBytes } from 'node:crypto'
import { documentAddress } from '@mandap/domain/verification/document-address.ts'
import type { DocumentField } from '@mandap/domain/verification/upload.ts'
import type { Database } from '../database/connection.ts'
import { recordReupload } from '../partner/reupload.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import type { ReceivedFile } from '../document-store/receive.ts'
import type { EncryptedStore, StoredContent } from '../document-store/encrypted-store.ts'
import { noteRemovals } from '../document-store/remove.ts'

export interface NewDocument {
  partnerId: string
  /** The partner's field. */
  kind: DocumentField
  name: string
  type: string
  file: ReceivedFile
}

/**
 * Stores a document, writes its address to its partner, and records that `by` did so. Returns its id. Throws 404 if there is no
 * such partner. After another failure, the hourly task removes the content. The previous document is kept for a time, because a
 * decision may refer to it.
 */
export async function attachDocument(
  db: Database,
  store: EncryptedStore,
  document: NewDocument,
  by: string,
): Promise<string> {
  const id = randomBytes(12).toString('hex')
  try {
    const stored = await store.put(id, { ...document.file, type: document.type })
    await recordDocument(db, id, document, stored, by)
  } catch (error) {
    // what was sent to the store may arrive later, and a commit without an answer may have happened
    await noteRemovals(db, [id]).catch(() => {})
    // a refusal ended the transaction
    if (error instanceof HttpError) await store.remove(id).catch(() => {})
    throw error
  }
  return id
}

/** Inserts the row of a document whose content is stored. No partner refers to it yet. */
export async function insertDocument(
  trx: Database,
  id: string,
  { partnerId, kind, name, type, file: { size, sha256 } }: NewDocument,
  stored: StoredContent,
  by: string,
): Promise<void> {
  await trx
    .insertInto('document')
    .values({
      id,
      partner_id: partnerId,
      kind,
      name,
      type,
      size,
      sha256,
      stored_size: stored.size,
      stored_sha256: stored.sha256,
      data_key: stored.dataKey,
      created_by: by,
    })
    .execute()
}

function recordDocument(
  db: Database,
  id: string,
  document: NewDocument,
  stored: StoredContent,
  by: string,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await insertDocument(trx, id, document, stored, by)
    const { partnerId, kind } = document
    const outcome = await recordReupload(trx, partnerId, { [kind]: documentAddress(id) }, by)
    if (outcome.is === 'missing') throw notFound('There is no partner with this id.')
  })
}
