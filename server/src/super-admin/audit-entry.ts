import { appendAuditEntries } from '../audit/append.ts'
import type { Database } from '../database/connection.ts'
import type { SignedIn } from '../session/bearer.ts'

interface ElevationEvent {
  kind: 'elevate' | 'failElevation' | 'endElevation'
  /** The masked number, if known. */
  phone?: string
  expiresAt?: Date
  /** Why it failed. */
  reason?: string
}

/** Adds an entry about Super Admin mode to the audit log, as the last step of a transaction. */
export function recordElevation(
  db: Database,
  { id, email, name }: SignedIn,
  { kind, phone, expiresAt, reason }: ElevationEvent,
): Promise<void> {
  return appendAuditEntries(db, {
    by: email,
    kind,
    subject: 'administrator',
    subjectId: id,
    subjectName: name || email,
    after: { number: phone, expiresAt: expiresAt?.toISOString() },
    reason,
  })
}
