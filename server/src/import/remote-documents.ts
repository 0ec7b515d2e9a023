import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { isOwnDocument, webAddress } from '@mandap/domain/verification/document-address.ts'
import { DOCUMENT_FIELDS } from '@mandap/domain/verification/upload.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { RemoteDocument } from '../document/copied.ts'

/** A document on another server, and the name of its partner. */
export interface NamedDocument extends RemoteDocument {
  partnerName: string
}

/** The number of documents that are not on our own server, in total and by origin. */
export interface RemoteCount {
  total: number
  byOrigin: ReadonlyMap<string, number>
}

/** Returns SQL for the addresses of a partner's documents that are not on our own server. */
const ADDRESSES = sql`
  (values ${sql.join(DOCUMENT_FIELDS.map((field) => sql`(body ->> ${sql.lit(field)})`))})
    as document (address) where address !~ '^\\s*(/documents/[^/?#]+)?\\s*$'`

/** Counts the documents of all partners that are not on our own server. */
export async function countRemoteDocuments(db: Database): Promise<RemoteCount> {
  // up to the path, so that there is one row per spelling of an origin
  const { rows } = await sql<{ start: string; count: number }>`
    select coalesce(substring(address from '(?i)^\\s*https?:[/\\\\]*[^/\\\\?#]*'), '') as start,
      count(*) as count
    from partner cross join lateral ${ADDRESSES} group by start`.execute(db)
  const byOrigin = new Map<string, number>()
  let total = 0
  for (const { start, count } of rows) {
    total += count
    const origin = webAddress(start.trim())?.origin
    if (origin !== undefined) byOrigin.set(origin, (byOrigin.get(origin) ?? 0) + count)
  }
  return { total, byOrigin }
}

/** Partners per query. */
const PAGE = 500

/** Yields the documents of all partners that are not on our own server. */
export async function* remoteDocuments(db: Database): AsyncGenerator<NamedDocument, void, void> {
  let last = ''
  for (;;) {
    const { rows } = await sql<{ id: string; body: JsonObject }>`
      select id, body from partner where id > ${last} and exists (select from ${ADDRESSES})
      order by id limit ${PAGE}`.execute(db)
    for (const { id, body } of rows) {
      const partner = partnerFrom(body)
      for (const field of DOCUMENT_FIELDS) {
        const address = partner[field]
        if (address === '' || isOwnDocument(address)) continue
        yield { partnerId: id, partnerName: partner.name || partner.companyName, field, address }
      }
    }
    const end = rows.at(-1)
    if (!end || rows.length < PAGE) return
    last = end.id
  }
}
