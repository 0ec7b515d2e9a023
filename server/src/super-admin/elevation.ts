import { GRANT_MINUTES } from '@mandap/domain/super-admin/elevation.ts'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import type { SignedIn } from '../session/bearer.ts'
import { latestEnd } from '../clock/skew.ts'
import { daysBefore } from '../clock/days.ts'
import { newSecret, secretHash } from '../session/secret.ts'
import { recordElevation } from './audit-entry.ts'

export interface Grant {
  /** The header `X-Elevation` that browsers send. */
  grant: string
  expiresAt: Date
}

/** The elevation of a request: its phone (`XXXXXX0001`) and its end. */
export interface Elevation {
  number: string
  expiresAt: Date
}

/** A request of a signed-in administrator. */
type SignedInRequest = Pick<FastifyRequest, 'raw' | 'administrator'>

/**
 * Returns the elevation whose grant the request carries; null if there is none, or it is expired, ended, or
 * of another session.
 */
export async function findElevation(
  db: Database,
  { raw, administrator }: SignedInRequest,
  now: Date,
): Promise<Elevation | null> {
  const grant = raw.headers['x-elevation']
  if (typeof grant !== 'string') return null
  const row = await elevationsOf(db, administrator.sessionId, now)
    .where('grant_hash', '=', secretHash(grant))
    .executeTakeFirst()
  return row ? { number: row.phone, expiresAt: row.expires_at } : null
}

/** Returns an elevation of a session, for a request that carries no grant, such as that of an image. */
export async function findElevationOfSession(
  db: Database,
  sessionId: string,
  now: Date,
): Promise<Elevation | null> {
  const row = await elevationsOf(db, sessionId, now)
    .orderBy('elevation.expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { number: row.phone, expiresAt: row.expires_at } : null
}

function elevationsOf(db: Database, sessionId: string, now: Date) {
  return (
    db
      .selectFrom('elevation')
      .innerJoin('session', 'session.id', 'elevation.session_id')
      .innerJoin('administrator', 'administrator.id', 'session.administrator_id')
      .select(['elevation.phone', 'elevation.expires_at'])
      .where('session_id', '=', sessionId)
      .where('elevation.ended_at', 'is', null)
      .where('elevation.expires_at', '>', now)
      .where('elevation.expires_at', '<=', latestEnd(now, GRANT_MINUTES * 60))
      // signing out, a password reset and disabling end the session, and the grant with it
      .where('session.ended_at', 'is', null)
      .where('disabled_at', 'is', null)
      // viewers never elevate
      .where('role', '=', 'administrator')
  )
}

/** Returns the elevation of the request. Throws 403 `ELEVATION_REQUIRED` without one (§6). */
export async function requireElevation(
  db: Database,
  request: SignedInRequest,
  now: Date,
): Promise<Elevation> {
  const elevation = await findElevation(db, request, now)
  if (!elevation) throw elevationRequired()
  return elevation
}

export function elevationRequired(
  message = 'Only a Super Admin can do this. Turn Super Admin on and try again.',
): HttpError {
  return new HttpError(403, 'ELEVATION_REQUIRED', message)
}

/** Elevates a session for 15 minutes, regardless of its use, and records it. */
export async function grantElevation(
  trx: Database,
  administrator: SignedIn,
  phone: string,
  now: Date,
): Promise<Grant> {
  const grant = newSecret()
  const expiresAt = new Date(now.getTime() + GRANT_MINUTES * 60_000)
  await trx
    .insertInto('elevation')
    .values({
      grant_hash: secretHash(grant),
      session_id: administrator.sessionId,
      phone,
      granted_at: now,
      expires_at: expiresAt,
      ended_at: null,
    })
    .execute()
  await recordElevation(trx, administrator, { kind: 'elevate', phone, expiresAt })
  return { grant, expiresAt }
}

/** Ends Super Admin mode in every tab of a session, and records it if it was on. */
export function endElevation(db: Database, administrator: SignedIn, now: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('elevation')
      .set({ ended_at: now })
      .where('session_id', '=', administrator.sessionId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('phone')
      .execute()
    const [first] = ended
    if (first)
      await recordElevation(trx, administrator, { kind: 'endElevation', phone: first.phone })
  })
}

/** Deletes challenges and grants one day after they expired. The audit log keeps what they led to. */
export async function deleteOldElevations(db: Database, now: Date): Promise<void> {
  const yesterday = daysBefore(now, 1)
  await db.deleteFrom('otp_challenge').where('expires_at', '<', yesterday).execute()
  await db.deleteFrom('elevation').where('expires_at', '<', yesterday).execute()
}
