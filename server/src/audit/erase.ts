import type { AuditSubject } from '@mandap/domain/audit/kind.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/**
 * Erases the personal details of the entries about one record: its name, the values before and after, reasons. What
 * happened, when, who did it and the id of the record stay. Returns how many entries had details. The chain stays
 * valid, and nothing can stand in for what was erased.
 */
export async function eraseAuditDetails(
  trx: Database,
  subject: AuditSubject,
  subjectId: string,
): Promise<number> {
  return eraseAuditEntries(trx, sql`subject = ${subject} and subject_id = ${subjectId}`)
}

/** Erases the personal details of the entries that satisfy a condition. See `eraseAuditDetails`. */
export async function eraseAuditEntries(
  trx: Database,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ erased: number }>`
    select erase_activity(array(
      select id from activity where salt is not null and (${condition})
    )) as erased`.execute(trx)
  return rows[0]?.erased ?? 0
}
