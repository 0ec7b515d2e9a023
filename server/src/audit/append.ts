import type { AuditKind, AuditSubject } from '@mandap/domain/audit/kind.ts'
import { maskPersonalNumbers } from '@mandap/domain/partner/personal-number.ts'
import { clean, foldTogether } from '@mandap/domain/text/text.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { abridgedFields, abridgedName } from './abridged.ts'

/** One act of a person, or of an import, as the trail keeps it. */
export interface NewAuditEntry {
  /** The administrator's e-mail, or the name of what acted. */
  by: string
  kind: AuditKind
  subject: AuditSubject
  subjectId: string
  /** What people call the subject: a booking's number, a person's name. */
  subjectName: string
  /** The version that a change made. */
  version?: number
  /** The fields that differ, as they were and as they became. */
  before?: JsonObject
  after?: JsonObject
  reason?: string | undefined
  /** The masked number of the Super Admin, where the act needed one. */
  elevation?: string | undefined
}

/**
 * Adds to the trail, in the transaction of what it records and as its last step: from here to the end of
 * the transaction everybody else who adds waits, so nothing that they may hold can be waited for.
 */
export async function appendAuditEntries(
  trx: Database,
  ...entries: NewAuditEntry[]
): Promise<void> {
  if (entries.length === 0) return
  await sql`select record_activity(${JSON.stringify(entries.map(entryOf))}::jsonb)`.execute(trx)
}

function entryOf({ by, kind, subject, subjectId, subjectName, ...act }: NewAuditEntry) {
  const { version, before = {}, after = {}, elevation } = act
  const reason = act.reason === undefined ? undefined : clean(act.reason)
  const name = abridgedName(clean(subjectName))
  return {
    by,
    kind,
    subject,
    subject_id: subjectId,
    subject_name: name,
    version,
    // nothing that is never removed may hold them
    before: abridgedFields(maskPersonalNumbers(before)),
    after: abridgedFields(maskPersonalNumbers(after)),
    reason,
    elevation,
    search_text: foldTogether([by, name, subjectId, reason ?? '']),
  }
}
