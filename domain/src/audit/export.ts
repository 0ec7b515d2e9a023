import { type Column, moment, text } from '../table/column.ts'
import { maskedField } from '../partner/personal-record.ts'
import type { JsonObject } from '../wire/read.ts'
import type { AuditEntry } from './entry.ts'
import { AUDIT_KINDS, AUDIT_SUBJECTS } from './kind.ts'
import { labelIn } from './label.ts'
import { auditSentence } from './sentence.ts'

/** The columns of the exported audit log. */
export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  text('Entry', ({ id }) => id),
  moment('When', ({ at }) => at),
  text('Person', ({ by }) => by),
  text('Kind', ({ kind }) => labelIn(AUDIT_KINDS, kind) ?? kind),
  text('What', auditSentence),
  text('Subject', ({ subject }) => labelIn(AUDIT_SUBJECTS, subject) ?? subject),
  text('Subject name', ({ subjectName }) => subjectName),
  text('Subject record', ({ subjectId }) => subjectId),
  text('Reason', ({ reason }) => reason),
  text('Before', ({ before }) => fieldsText(before)),
  text('After', ({ after }) => fieldsText(after)),
  text('Super Admin', ({ elevation }) => elevation),
]

/** Returns fields in one line: `status: AKYC; reason: The video is dark`. */
function fieldsText(fields: JsonObject): string {
  return Object.entries(fields)
    .map(([field, value]) => `${field}: ${valueText(maskedField(field, value))}`)
    .join('; ')
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
