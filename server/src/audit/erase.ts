import type { AuditSubject } from '@mandap/domain/audit/kind.ts'
import { sql } from 'kysely'
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
  const { rows } = await sql<{ erased: number }>`
    select erase_activity(array(
      select id from activity where subject = ${subject} and subject_id = ${subjectId} and salt is not null
    )) as erased`.execute(trx)
  return rows[0]?.erased ?? 0
}
