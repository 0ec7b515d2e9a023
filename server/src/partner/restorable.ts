import type { AuditRecord } from '@mandap/contract/audit.ts'
import { RESTORABLE_DAYS } from '@mandap/domain/partner/deletion.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { PARTNER } from './kind.ts'

/** Selects the rows of `deleted_partner` that can be restored: for 30 days, and no erased person. */
export const isRestorable: RawBuilder<boolean> = sql`(
  not body ? 'erasedAt' and deleted_at > now() - make_interval(days => ${RESTORABLE_DAYS}))`

/** Returns audit entries, with the last deletion of each partner that can be restored marked as `restorable`. */
export async function markRestorable(db: Database, entries: AuditRecord[]): Promise<AuditRecord[]> {
  const ids = entries.filter(isDeletion).map(({ subjectId }) => subjectId)
  if (ids.length === 0) return entries
  const { rows } = await sql<{ id: number }>`
    select (select max(id) from activity
      where subject = ${PARTNER.subject} and subject_id = deleted_partner.id and kind = 'delete') as id
    from deleted_partner where id in (${sql.join(ids)}) and ${isRestorable}`.execute(db)
  const restorable = new Set(rows.map(({ id }) => id))
  return entries.map((entry) =>
    isDeletion(entry) ? { ...entry, restorable: restorable.has(entry.id) } : entry,
  )
}

function isDeletion({ kind, subject }: AuditRecord): boolean {
  return kind === 'delete' && subject === PARTNER.subject
}
