import { daysBefore } from '../clock/days.ts'
import type { Database } from '../database/connection.ts'
import { deleteOldDevices } from './device.ts'
import { ID_TOKEN_SECONDS } from './id-token.ts'
import { KNOWN_ADDRESS_DAYS } from './session.ts'
import { KEY_RELOAD_SECONDS } from './signing-key.ts'

/** Deletes rows that no answer depends on. Safe to run at any time, in any number of processes. */
export async function deleteOldSessions(db: Database, now: Date): Promise<void> {
  // for a week, an expired code gets another answer than an unknown one
  await db.deleteFrom('reset_code').where('expires_at', '<', daysBefore(now, 7)).execute()
  await db
    .deleteFrom('refresh_token')
    .using('session')
    .whereRef('session.id', '=', 'refresh_token.session_id')
    .where('session.expires_at', '<', daysBefore(now, 7))
    .execute()
  await db
    .deleteFrom('session')
    .where('expires_at', '<', now)
    .where('signed_in_at', '<', daysBefore(now, KNOWN_ADDRESS_DAYS))
    .execute()
  await deleteOldDevices(db, now)
  await forgetReplacedKeys(db, now)
}

// a key can be deleted after all processes have loaded its successor and its last token has expired
async function forgetReplacedKeys(db: Database, now: Date) {
  const safe = new Date(now.getTime() - 2 * (KEY_RELOAD_SECONDS + ID_TOKEN_SECONDS) * 1000)
  const replacement = await db
    .selectFrom('token_key')
    .select('signs_from')
    .where('signs_from', '<', safe)
    .orderBy('signs_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!replacement) return
  await db.deleteFrom('token_key').where('signs_from', '<', replacement.signs_from).execute()
  // those of release 0.1.0
  await db.deleteFrom('signing_key').execute()
}
