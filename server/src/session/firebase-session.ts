import { randomBytes } from 'node:crypto'
import type { Database } from '../database/connection.ts'
import { readRow } from '../database/one-row.ts'
import { foldEmail } from './administrator.ts'
import type { Bearer } from './bearer.ts'
import type { FirebaseUser } from './firebase-token.ts'
import { recordAccount } from './audit-entry.ts'
import { liveSession } from './live-session.ts'
import { latestSessionEnd, storedUserAgent } from './session.ts'

/** From where the first request of a hosted sign-in was sent. */
export interface FirstRequest {
  /** Of an IPv6 address, its /64. */
  address: string
  userAgent: string | undefined
}

/**
 * Returns the session of a hosted sign-in. The identity service does not know our sessions, so the first
 * request of a sign-in creates one. Signing out and ending the session end it, although Google's token stays valid.
 */
export async function firebaseSession(
  db: Database,
  user: FirebaseUser,
  from: FirstRequest,
  now: Date,
  requiresFactor = false,
): Promise<Bearer> {
  if (requiresFactor && !user.hasSecondFactor) return { state: 'notAdministrator', why: NO_FACTOR }
  const live = await readRow(db, firebaseSessionQuery(user, now))
  if (live) return { state: 'signedIn', administrator: live }

  const administrator = await administratorOf(db, user)
  if (!administrator) return { state: 'notAdministrator', why: whyNotAdministrator(user) }
  if (administrator.disabled_at)
    return {
      state: 'notAdministrator',
      why: `${administrator.email} is no longer an administrator here.`,
    }
  // tokens of an old sign-in are renewed without end
  if (latestSessionEnd(user.signedInAt) <= now) return { state: 'ended' }
  await openSession(db, administrator, user, from, now)
  const opened = await readRow(db, firebaseSessionQuery(user, now))
  return opened ? { state: 'signedIn', administrator: opened } : { state: 'ended' }
}

/** Returns the query of the session of a hosted sign-in. This server never replaces its tokens. */
export function firebaseSessionQuery({ sessionId }: FirebaseUser, now: Date) {
  return liveSession({ sessionId, tokenSerial: 0 }, now)
}

// by the service's own id once it is known, because an e-mail can be given to another person there
async function administratorOf(db: Database, { subject, verifiedEmail }: FirebaseUser) {
  const bound = db.selectFrom('administrator').selectAll().where('external_subject', '=', subject)
  const known = await bound.executeTakeFirst()
  if (known || !verifiedEmail) return known
  const found = await db
    .updateTable('administrator')
    .set({ external_subject: subject })
    .where('email_folded', '=', foldEmail(verifiedEmail))
    .where('external_subject', 'is', null)
    .returningAll()
    .executeTakeFirst()
  // another request of the same sign-in may have stored the id since
  return found ?? bound.executeTakeFirst()
}

function openSession(
  db: Database,
  administrator: { id: string; email: string; name: string },
  user: FirebaseUser,
  { address, userAgent }: FirstRequest,
  now: Date,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const opened = await trx
      .insertInto('session')
      .values({
        id: user.sessionId,
        administrator_id: administrator.id,
        signed_in_at: user.signedInAt,
        refreshed_at: now,
        expires_at: latestSessionEnd(user.signedInAt),
        ended_at: null,
        end_reason: null,
        address,
        user_agent: storedUserAgent(userAgent),
        refresh_secret: randomBytes(32),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!opened) return
    await trx
      .updateTable('administrator')
      .set({ last_sign_in_at: user.signedInAt })
      .where('id', '=', administrator.id)
      .execute()
    await recordAccount(trx, 'signIn', administrator, { after: { address } })
  })
}

const NO_FACTOR =
  'This server requires a second factor. Add one to your account at the sign-in service, then sign in again.'

function whyNotAdministrator({ verifiedEmail }: FirebaseUser): string {
  return verifiedEmail
    ? `${verifiedEmail} is not an administrator here. Ask your administrator for access.`
    : 'Your e-mail address is not verified yet. Verify it with the sign-in service, then sign in again.'
}
