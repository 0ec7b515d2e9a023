import { type JsonObject, readInstant, readObject, readText } from '../wire/read.ts'

/** An audit entry: who did what to which record, when and why (§2.18). Missing text is `''`. */
export interface AuditEntry {
  id: string
  /** Epoch milliseconds. */
  at: number | null
  /** An administrator's e-mail, or the name of a system part such as the uploading application. */
  by: string
  /** One of `AUDIT_KINDS`, or a kind that this version does not know. */
  kind: string
  subject: string
  subjectId: string
  /** The name of the subject at that time. */
  subjectName: string
  /** Whether the name, the values and the reason were erased. */
  isErased: boolean
  /** Whether it deleted a partner who can be restored now. */
  isRestorable: boolean
  /** The changed fields with their old values. */
  before: JsonObject
  /** The changed fields with their new values. */
  after: JsonObject
  reason: string
  /** The masked phone number of the Super Admin, if the action needed one. */
  elevation: string
}

/** Reads an audit entry from any JSON value. Never throws. */
export function auditEntryFrom(json: unknown): AuditEntry {
  const { id, at, before, after, erased, restorable, ...texts } = readObject(json)
  const text = (field: string) => readText(texts[field])
  return {
    id: readText(id),
    at: readInstant(at),
    by: text('by'),
    kind: text('kind'),
    subject: text('subject'),
    subjectId: text('subjectId'),
    subjectName: text('subjectName'),
    isErased: erased === true,
    isRestorable: restorable === true,
    before: readObject(before),
    after: readObject(after),
    reason: text('reason'),
    elevation: text('elevation'),
  }
}
