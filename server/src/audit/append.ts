import type { AuditKind, AuditSubject } from '@mandap/domain/audit/kind.ts'
import { maskNote, maskPersonalNumbers } from '@mandap/domain/partner/personal-record.ts'
import { clean, foldTogether } from '@mandap/domain/text/text.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { announcement } from '../database/announcement.ts'
import type { Database } from '../database/connection.ts'
import { abridgedFields, abridgedName } from './abridged.ts'

/** An entry of the audit log, before it is stored. */
export interface NewAuditEntry {
  /** The administrator's e-mail, or the name of an import. */
  by: string
  kind: AuditKind
  subject: AuditSubject
  subjectId: string
  /** The name that people use for the subject: a booking's number, a person's name. */
  subjectName: string
  /** The version of the record after the change. */
  version?: number
  /** The fields that differ, before and after the change. Of a decision, `after` also has the status and the step. */
  before?: JsonObject
  after?: JsonObject
  reason?: string | undefined
  /** The masked number of the Super Admin, if the action required one. */
  elevation?: string | undefined
}

/**
 * Adds an entry to the audit log, as the last step of the transaction that it records. Other transactions
 * that add an entry wait until this one ends, so it must not wait for a lock that they may hold.
 */
export async function appendAuditEntries(
  trx: Database,
  ...entries: NewAuditEntry[]
): Promise<void> {
  if (entries.length === 0) return
  const list = JSON.stringify(entries.map(entryOf))
  await sql`select record_activity(${list}::jsonb), ${sql.raw(announcement('change'))}`.execute(trx)
}

function entryOf({ by, kind, subject, subjectId, subjectName, ...details }: NewAuditEntry) {
  const { version, before = {}, after = {}, elevation } = details
  const reason = details.reason === undefined ? undefined : maskNote(clean(details.reason))
  const name = abridgedName(clean(subjectName))
  return {
    by,
    kind,
    subject,
    subject_id: subjectId,
    subject_name: name,
    version,
    // the audit log is never deleted, so it must not contain them
    before: abridgedFields(maskPersonalNumbers(before)),
    after: abridgedFields(maskPersonalNumbers(after)),
    reason,
    elevation,
    search_text: foldTogether([by, name, subjectId, reason ?? '']),
  }
}
