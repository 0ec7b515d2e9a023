import { type JsonObject, readInstant, readObject, readText } from '../wire/read.ts'

/** One record of the trail: who did what, to what, when, and why. Missing text is `''`. */
export interface AuditEntry {
  id: string
  /** Epoch milliseconds. */
  at: number | null
  /** An administrator's e-mail, or the name of what acted. */
  by: string
  /** One of `ACTIVITY_KINDS`, or one that this version does not know. */
  kind: string
  subject: string
  subjectId: string
  /** As it was called then. */
  subjectName: string
  /** The fields that differ, as they were and as they became. */
  before: JsonObject
  after: JsonObject
  reason: string
  /** The masked number of the Super Admin, where the act needed one. */
  elevation: string
}

/** Reads whatever a host sends as a record of the trail; never throws. */
export function auditEntryFrom(json: unknown): AuditEntry {
  const { id, at, before, after, ...texts } = readObject(json)
  const text = (field: string) => readText(texts[field])
  return {
    id: readText(id),
    at: readInstant(at),
    by: text('by'),
    kind: text('kind'),
    subject: text('subject'),
    subjectId: text('subjectId'),
    subjectName: text('subjectName'),
    before: readObject(before),
    after: readObject(after),
    reason: text('reason'),
    elevation: text('elevation'),
  }
}
