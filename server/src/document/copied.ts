import { createHash } from 'node:crypto'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { documentAddress, webAddress } from '@mandap/domain/verification/document-address.ts'
import { DOCUMENT_FIELDS, type DocumentField } from '@mandap/domain/verification/upload.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import { PARTNER } from '../partner/kind.ts'
import { changeRecordIn } from '../records/change.ts'
import { insertDocument, type NewDocument } from './attach.ts'
import type { EncryptedStore, StoredContent } from '../document-store/encrypted-store.ts'

/** A partner's document on another server, with the address in the partner's field. */
export interface RemoteDocument {
  partnerId: string
  field: DocumentField
  address: string
}

/** The file that was fetched from the address. */
export type FetchedFile = Pick<NewDocument, 'name' | 'type' | 'file'>

/**
 * Returns the id of our copy of a document. It is computed from the partner, the field and the address, so
 * that the next run continues an interrupted one, and an import finds the copy of an address.
 */
export function copyId({ partnerId, field, address }: RemoteDocument): string {
  const origin = JSON.stringify([partnerId, field, address])
  return createHash('sha256').update(origin).digest('hex').slice(0, 24)
}

/** Our copy of a document. One that was destroyed stays so: it is not fetched again. */
export type CopyState = 'missing' | 'stored' | 'destroyed'

/** Returns the state of our copy of a document. */
export async function copyState(db: Database, document: RemoteDocument): Promise<CopyState> {
  const copies = await existingCopies(db, [document])
  return copies.get(copyId(document)) ?? 'missing'
}

/**
 * Writes the address of our copy to the partner's field, and records that `by` did so. Stores `fetched`
 * first; without it, the copy exists or was destroyed. Returns false and keeps no copy if the field has another address now:
 * somebody has replaced the document or deleted the partner.
 */
export async function attachCopy(
  db: Database,
  store: EncryptedStore,
  document: RemoteDocument,
  fetched: FetchedFile | null,
  by: string,
): Promise<boolean> {
  const id = copyId(document)
  const stored = fetched && (await store.put(id, { ...fetched.file, type: fetched.type }))
  // after a database error, the commit may have happened, so the file stays for the next run
  const isUsed = await writeField(db, document, fetched && stored && { ...fetched, stored }, by)
  if (!isUsed && fetched) await store.remove(id)
  return isUsed
}

class FieldChanged extends Error {}

async function writeField(
  db: Database,
  document: RemoteDocument,
  fetched: (FetchedFile & { stored: StoredContent }) | null,
  by: string,
): Promise<boolean> {
  const { partnerId, field, address } = document
  const id = copyId(document)
  try {
    await db.transaction().execute(async (trx) => {
      if (fetched)
        await insertDocument(trx, id, { partnerId, kind: field, ...fetched }, fetched.stored, by)
      const outcome = await changeRecordIn(trx, PARTNER, {
        id: partnerId,
        version: null,
        by,
        change(stored) {
          if (partnerFrom(stored)[field] !== address) throw new FieldChanged()
          return { body: { ...stored, [field]: documentAddress(id) } }
        },
      })
      if (outcome.is === 'missing') throw new FieldChanged()
    })
    return true
  } catch (error) {
    if (error instanceof FieldChanged || isErasedError(error)) return false
    throw error
  }
}

function isErasedError(error: unknown): boolean {
  return error instanceof HttpError && error.code === 'ERASED'
}

/** Replaces the addresses of documents that were copied before with those of the copies, which may be destroyed since. */
export async function withCopies(
  db: Database,
  records: readonly JsonObject[],
): Promise<JsonObject[]> {
  const remote = records.map(remoteDocumentsOf)
  const copied = await existingCopies(db, remote.flat())
  return records.map((record, at) => {
    const copies = (remote[at] ?? []).filter((document) => copied.has(copyId(document)))
    if (copies.length === 0) return record
    const fields = copies.map((document) => [document.field, documentAddress(copyId(document))])
    return { ...record, ...(Object.fromEntries(fields) as JsonObject) }
  })
}

function remoteDocumentsOf(record: JsonObject): RemoteDocument[] {
  const partner = partnerFrom(record)
  return DOCUMENT_FIELDS.map((field) => ({
    partnerId: partner.id,
    field,
    address: partner[field],
  })).filter(({ address }) => webAddress(address) !== null)
}

async function existingCopies(
  db: Database,
  documents: readonly RemoteDocument[],
): Promise<Map<string, Exclude<CopyState, 'missing'>>> {
  if (documents.length === 0) return new Map()
  await addDestroyed(db, documents)
  const rows = await db
    .selectFrom('document')
    .select(['id', 'destroyed_at'])
    .where('id', 'in', documents.map(copyId))
    .execute()
  return new Map(rows.map((row) => [row.id, row.destroyed_at ? 'destroyed' : 'stored']))
}

/**
 * Adds the rows of copies that the list of destructions names, and that the database lacks because it was restored to a
 * time before them, or because their partner was removed for good. So screens say that they were destroyed.
 */
async function addDestroyed(db: Database, documents: readonly RemoteDocument[]): Promise<void> {
  await sql`
    insert into document
      (id, partner_id, kind, name, type, size, sha256, created_at, created_by, destroyed_at)
    select distinct on (copy.id)
      copy.id, copy.partner_id, copy.kind, '', '', 0, ''::bytea, erasure.at, 'import', erasure.at
    from unnest(${documents.map(copyId)}::text[], ${documents.map(({ partnerId }) => partnerId)}::text[],
      ${documents.map(({ field }) => field)}::text[]) as copy (id, partner_id, kind)
    join erasure on erasure.kind = 'destroy' and erasure.subject_id = copy.id collate "C"
    where not exists (select from document where document.id = copy.id collate "C")
    order by copy.id, erasure.at
    on conflict do nothing`.execute(db)
}
