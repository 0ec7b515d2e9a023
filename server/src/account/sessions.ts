import type { AccountSession } from '@mandap/contract/account.ts'
import { deviceName, deviceText } from '@mandap/domain/session/device-name.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { SessionEndReason } from '../database/tables.ts'
import type { SignedIn } from '../session/bearer.ts'
import { lockAdministrator } from '../session/lock-administrator.ts'

/** The sessions of one answer. An administrator who signs in every day has about seven. */
const MAX_SESSIONS = 100

/** Returns an administrator's sessions that have not ended, the one used last first. */
export async function ownSessions(
  db: Database,
  { id, sessionId }: SignedIn,
  now: Date,
): Promise<AccountSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'signed_in_at', 'refreshed_at', 'address', 'user_agent'])
    .where('administrator_id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('refreshed_at', 'desc')
    .orderBy('id')
    .limit(MAX_SESSIONS)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    ...deviceName(row.user_agent),
    address: row.address,
    signedInAt: row.signed_in_at.toISOString(),
    usedAt: row.refreshed_at.toISOString(),
    isCurrent: row.id === sessionId,
  }))
}

/** A session that was ended now. */
export interface EndedSession {
  device: string
  address: string
}

/**
 * Ends one of the administrator's own sessions. The caller records it. Returns 'ended' if it had ended before, and undefined
 * if it is not theirs.
 */
export async function endOwnSession(
  trx: Database,
  administrator: SignedIn,
  sessionId: string,
  now: Date,
): Promise<EndedSession | 'ended' | undefined> {
  const session = await trx
    .selectFrom('session')
    .select(['id', 'ended_at', 'expires_at', 'address', 'user_agent'])
    // text, because any text can be in the path
    .where(sql`id::text`, '=', sessionId)
    .where('administrator_id', '=', administrator.id)
    .forUpdate()
    .executeTakeFirst()
  if (!session) return undefined
  if (session.ended_at || session.expires_at <= now) return 'ended'
  await trx
    .updateTable('session')
    .set({ ended_at: now, end_reason: 'ended from the account screen' })
    .where('id', '=', session.id)
    .execute()
  return { device: deviceText(deviceName(session.user_agent)), address: session.address }
}

/** Ends the administrator's sessions except their present one. The caller records it. Returns how many it ended. */
export async function endOtherSessions(
  trx: Database,
  administrator: Pick<SignedIn, 'id' | 'sessionId'>,
  now: Date,
  reason: SessionEndReason = 'ended from the account screen',
): Promise<number> {
  await lockAdministrator(trx, administrator.id)
  const ended = await trx
    .updateTable('session')
    .set({ ended_at: now, end_reason: reason })
    .where('administrator_id', '=', administrator.id)
    .where('id', '!=', administrator.sessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .execute()
  return ended.length
}
