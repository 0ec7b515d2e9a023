import type { Database } from '../database/connection.ts'
import { daysBefore } from '../session/session.ts'

/** Forgets challenges and grants a day after they expired; what they led to is in the activity. */
export async function deleteOldElevations(db: Database, now: Date): Promise<void> {
  const yesterday = daysBefore(now, 1)
  await db.deleteFrom('otp_challenge').where('expires_at', '<', yesterday).execute()
  await db.deleteFrom('elevation').where('expires_at', '<', yesterday).execute()
}
