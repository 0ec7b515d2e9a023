import { destroyedText } from '@mandap/domain/verification/document-address.ts'
import type { Database } from '../database/connection.ts'
import { isStorableText } from '../database/storable-text.ts'
import { HttpError, notFound } from '../http/http-error.ts'

const NOT_FOUND = 'There is no document with this id.'

/** Returns a document, and locks it if asked. Throws an `HttpError` if there is none, or it was destroyed. */
export async function existingDocument(db: Database, id: string, { locks = false } = {}) {
  if (!isStorableText(id)) throw notFound(NOT_FOUND)
  const document = await db
    .selectFrom('document')
    .select(['id', 'partner_id', 'kind', 'name', 'type', 'size', 'specimen', 'stored_sha256'])
    .select(['destroyed_at', 'destroyed_after_days'])
    .where('id', '=', id)
    .$if(locks, (query) => query.forKeyShare())
    .executeTakeFirst()
  if (!document) throw notFound(NOT_FOUND)
  refuseDestroyed(document)
  return document
}

/** Throws 410 `DOCUMENT_DESTROYED` with a message for people if the time of the document is over. */
function refuseDestroyed({
  destroyed_at: at,
  destroyed_after_days: days,
}: {
  destroyed_at: Date | null
  destroyed_after_days: number | null
}) {
  if (at === null) return
  throw new HttpError(410, 'DOCUMENT_DESTROYED', destroyedText(at, days))
}
