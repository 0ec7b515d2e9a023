import type { AuditKind, AuditSubject } from './kind.ts'

/** What narrows the audit log (§2.18), newest entry first; a missing filter lets all entries through. */
export interface AuditListing {
  /** A kind of record, or with an id one record of it. */
  subject?: { kind: AuditSubject; id?: string | undefined } | undefined
  /** The e-mail address of the administrator who acted, or the name of the program that did. */
  person?: string | undefined
  kind?: AuditKind | undefined
  /** Epoch milliseconds: at this instant or later. */
  from?: number | undefined
  /** Epoch milliseconds: before this instant. */
  to?: number | undefined
  /** Every word of it in person, subject or reason. */
  search?: string | undefined
}
