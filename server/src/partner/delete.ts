import { SERVER } from '@mandap/domain/audit/actor.ts'
import { DELETED_BY, RESTORABLE_DAYS } from '@mandap/domain/partner/deletion.ts'
import { type JsonObject, pick } from '@mandap/domain/wire/read.ts'
import { type RawBuilder, sql } from 'kysely'
import { appendAuditEntries } from '../audit/append.ts'
import { daysBefore } from '../clock/days.ts'
import type { Database } from '../database/connection.ts'
import { isStorableText } from '../database/storable-text.ts'
import { detachDocuments } from '../document-store/remove.ts'
import { appendErasure } from '../erasure-list/erasure-list.ts'
import { isStale, type Outcome, stale } from '../records/change.ts'
import { awaitErasures, refuseErased } from '../records/erased.ts'
import { deletePersonalValues } from '../records/personal-values.ts'
import { toStoredRecord } from '../records/stored-record.ts'
import { insertRows, lockRows, type StoredRow } from '../records/write.ts'
import { PARTNER } from './kind.ts'
import { isRestorable } from './restorable.ts'

/** Partners per transaction when they are deleted permanently. */
const PURGED_AT_ONCE = 50

/** Who deletes or restores which partner. */
interface Request {
  id: string
  /** The administrator's e-mail. */
  by: string
  /** The masked number of the Super Admin (§6). */
  elevation: string
}

/**
 * Deletes a partner (§5.9), as the last step of a transaction. The partner is in no list or count, and is
 * kept in a separate table while they can be restored.
 */
export async function deletePartner(
  trx: Database,
  { id, by, elevation, version }: Request & { version: number | null },
): Promise<Outcome> {
  const [row] = await lockRows(trx, PARTNER, [id])
  if (!row) return { is: 'missing' }
  if (isStale(row, version)) return stale(trx, PARTNER, row, version)
  refuseErased(row.body)
  await sql`
    with removed as (delete from partner where id = ${id} returning *)
    insert into deleted_partner
      (id, body, version, name, search_text, deleted_at, deleted_by, administrator)
    select id, body, version, name, search_text, now(), ${DELETED_BY}, ${by} from removed
  `.execute(trx)
  await appendAuditEntries(trx, {
    ...entryOf('delete', row, by),
    before: standing(row.body),
    after: { deletedBy: DELETED_BY },
    elevation,
  })
  return { is: 'done', row }
}

/**
 * Restores a deleted partner unchanged, as the last step of a transaction. Returns undefined if there is
 * none, it is too late, or the person was erased.
 */
export async function restorePartner(
  trx: Database,
  { id, by, elevation }: Request,
): Promise<StoredRow | undefined> {
  if (!isStorableText(id)) return undefined
  // an erasure that began before would not find the partner in either table
  await awaitErasures(trx)
  const row = await trx
    .deleteFrom('deleted_partner')
    .where('id', '=', id)
    .where(isRestorable)
    .returning(['id', 'body', 'version'])
    .executeTakeFirst()
  if (!row) return undefined
  await insertRows(trx, PARTNER, [toStoredRecord(PARTNER, row.body)], by)
  await trx.updateTable('partner').set({ version: row.version }).where('id', '=', id).execute()
  await appendAuditEntries(trx, {
    ...entryOf('restore', row, by),
    after: standing(row.body),
    elevation,
  })
  return row
}

/**
 * Deletes permanently, with their documents, the partners that were deleted `days` ago or earlier. The audit log keeps
 * the entries. Returns their number. `removeDocuments` follows, and destroys the contents of the documents.
 */
export async function purgeDeletedPartners(
  db: Database,
  now: Date,
  days: number = RESTORABLE_DAYS,
): Promise<number> {
  const before = daysBefore(now, days)
  let purged = 0
  for (;;) {
    const some = await purgeSome(db, before)
    purged += some
    if (some < PURGED_AT_ONCE) return purged
  }
}

function purgeSome(db: Database, before: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .deleteFrom('deleted_partner')
      .where('id', 'in', (due) =>
        due
          .selectFrom('deleted_partner')
          .select('id')
          .where('deleted_at', '<=', before)
          .limit(PURGED_AT_ONCE)
          // another process may be deleting the same partners
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'body', 'version'])
      .execute()
    if (rows.length === 0) return 0
    await appendErasure(
      trx,
      ...rows.map(({ id }) => ({ kind: 'purge', subject: 'partner', subjectId: id }) as const),
    )
    await purgeRest(trx, rows, SERVER)
    return rows.length
  })
}

/**
 * Deletes a partner permanently, deleted before or not, with their documents. Does nothing if there is none.
 * `removeDocuments` follows the transaction, and destroys the contents.
 */
export async function purgePartner(trx: Database, id: string, by: string): Promise<void> {
  for (const table of ['partner', 'deleted_partner'] as const) {
    const rows = await trx
      .deleteFrom(table)
      .where('id', '=', id)
      .returning(['id', 'body', 'version'])
      .execute()
    if (rows.length > 0) await purgeRest(trx, rows, by)
  }
}

/** Deletes what belongs to partners whose records were deleted, and adds the audit entries. */
async function purgeRest(trx: Database, rows: readonly StoredRow[], by: string) {
  const ids = rows.map(({ id }) => id)
  await deletePersonalValues(trx, PARTNER.subject, ids)
  await detachDocuments(trx, ids)
  await appendAuditEntries(trx, ...rows.map((row) => entryOf('purge', row, by)))
}

/** A deleted partner in the format of the contract, as SQL. */
export const wireDeletedPartner: RawBuilder<JsonObject> = sql`(body || jsonb_build_object(
  'version', version, 'deletedBy', deleted_by, 'deletedByEmail', administrator,
  'deletedAt', to_char(deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`

function entryOf<K extends 'delete' | 'restore' | 'purge'>(
  kind: K,
  { id, body, version }: StoredRow,
  by: string,
) {
  const subjectName = PARTNER.nameOf(body)
  return { by, kind, subject: PARTNER.subject, subjectId: id, subjectName, version }
}

/** Returns the verification status, which the audit log keeps of a deleted partner. */
function standing(body: JsonObject): JsonObject {
  const fields = ['status', 'kycStatus', 'cvStatus', 'ipvStatus', 'reason', 'companyEmail']
  return pick(body, fields)
}
