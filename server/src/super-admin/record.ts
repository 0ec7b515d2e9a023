import type { Database } from '../database/connection.ts'
import type { SignedIn } from '../session/bearer.ts'

interface ElevationEvent {
  kind: 'elevate' | 'failElevation' | 'endElevation'
  /** the number, masked, where one is known */
  phone?: string
  expiresAt?: Date
  /** why it failed */
  reason?: string
}

/** Adds to the activity what an administrator did about Super Admin mode. */
export async function recordElevation(
  db: Database,
  { id, email }: SignedIn,
  { kind, phone, expiresAt, reason }: ElevationEvent,
  now: Date,
): Promise<void> {
  await db
    .insertInto('activity')
    .values({
      at: now,
      by: email,
      kind,
      subject: 'administrator',
      subject_id: id,
      version: null,
      before: '{}',
      after: JSON.stringify({ number: phone, expiresAt }),
      reason: reason ?? null,
    })
    .execute()
}
