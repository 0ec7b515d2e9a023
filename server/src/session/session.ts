import { SERVER } from '@mandap/domain/audit/actor.ts'
import { daysBefore } from '../clock/days.ts'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { deviceName, deviceText } from '@mandap/domain/session/device-name.ts'
import type { Role } from '@mandap/domain/session/role.ts'
import { DAY, HOUR } from '@mandap/domain/time/days.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { SessionEndReason } from '../database/tables.ts'
import { type Device, endDevicesOf, registerDevice } from './device.ts'
import { HAS_FACTOR } from './has-factor.ts'
import { recordAccount } from './audit-entry.ts'
import { lockAdministrator } from './lock-administrator.ts'
import { newSecret, secretHash } from './secret.ts'

/** Hours after its last refresh at which a session ends. */
const SESSION_IDLE_HOURS = 12

/** Days after the sign-in at which a session ends, even if it is in use. */
const SESSION_DAYS = 7

/** Characters of a `User-Agent` header that are stored. */
const MAX_USER_AGENT = 500

/** How long a used refresh token still works, for two tabs that refresh at the same time. */
const REFRESH_GRACE_SECONDS = 30

export interface SessionAdministrator {
  id: string
  email: string
  name: string
  role: Role
  emailVerified: boolean
}

export interface StartedSession {
  sessionId: string
  tokenSerial: number
  signedInAt: Date
  administrator: SessionAdministrator
  refreshToken: string
}

/** The session that a token names, and how often its tokens had been replaced. */
export interface SessionToken {
  sessionId: string
  tokenSerial: number
}

/** The password check of a sign-in, and the known device that it comes from. */
interface CheckedSignIn {
  administratorId: string
  passwordHash: string
  newHash?: string | undefined
  device?: Device | undefined
  userAgent?: string | undefined
  /** How the second factor was shown, if the administrator has one. */
  secondFactor?: 'totp' | 'recovery' | 'passkey' | undefined
  /** Whether the sign-in is refused if the administrator has a second factor. */
  withoutFactor?: boolean
  /** Does the rest of the sign-in, before its audit entry, which has to be last. */
  beforeEntry?: (trx: Database) => Promise<void>
}

/**
 * Starts a session of the administrator whose password was checked. Returns undefined if the password was
 * changed, the administrator disabled, or a first second factor added, since the check.
 */
export function startSession(
  db: Database,
  checked: CheckedSignIn,
  address: string,
  now: Date,
): Promise<(StartedSession & { deviceToken: string }) | undefined> {
  return db.transaction().execute((trx) => startSessionIn(trx, checked, address, now))
}

/** Starts a session as `startSession` does, in a transaction that does nothing after it. */
export async function startSessionIn(
  trx: Database,
  checked: CheckedSignIn,
  address: string,
  now: Date,
): Promise<(StartedSession & { deviceToken: string }) | undefined> {
  // so that a concurrent password reset or first second factor either ends this session or is seen here
  await lockAdministrator(trx, checked.administratorId)
  const row = await trx
    .updateTable('administrator')
    .set({ last_sign_in_at: now, password_hash: checked.newHash ?? checked.passwordHash })
    .where('id', '=', checked.administratorId)
    .where('password_hash', '=', checked.passwordHash)
    .where('disabled_at', 'is', null)
    .$if(checked.withoutFactor === true, (query) => query.where(sql<boolean>`not ${HAS_FACTOR}`))
    .returning(['id', 'email', 'name', 'role', 'email_verified_at'])
    .executeTakeFirst()
  if (!row) return undefined
  const sessionId = randomUUID()
  const refreshToken = newSecret()
  await trx
    .insertInto('session')
    .values({
      id: sessionId,
      administrator_id: row.id,
      signed_in_at: now,
      refreshed_at: now,
      expires_at: expiry(now, now),
      ended_at: null,
      end_reason: null,
      address,
      user_agent: storedUserAgent(checked.userAgent),
      refresh_secret: randomBytes(32),
      showed_factor: checked.secondFactor !== undefined,
    })
    .execute()
  await trx
    .insertInto('refresh_token')
    .values({ token_hash: secretHash(refreshToken), session_id: sessionId, used_at: null })
    .execute()
  const { secondFactor, device: replaced } = checked
  const showedFactor = secondFactor !== undefined
  const deviceToken = await registerDevice(trx, row.id, { replaced, showedFactor }, now)
  await checked.beforeEntry?.(trx)
  await recordAccount(trx, 'signIn', row, {
    after: { address, ...(secondFactor && { secondFactor }) },
  })
  const administrator = administratorOf(row)
  const tokens = { tokenSerial: 0, refreshToken, deviceToken }
  return { sessionId, signedInAt: now, administrator, ...tokens }
}

/** The result of a refresh. `reused` means that the session was ended now. */
export type Refresh =
  | ({ outcome: 'refreshed' } & StartedSession)
  | { outcome: 'reused'; administratorId: string }
  | { outcome: 'unknown' | 'ended' | 'disabled' }

/**
 * Exchanges a refresh token for its successor. The successor is computed from the token, so that two tabs
 * with the same token get the same successor and a session has one sequence of tokens. An older token ends
 * the session, because it may be stolen, and is recorded.
 */
export async function refreshSession(db: Database, token: string, now: Date): Promise<Refresh> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('refresh_token')
      .innerJoin('session', 'session.id', 'refresh_token.session_id')
      .innerJoin('administrator', 'administrator.id', 'session.administrator_id')
      .select(['session.id as session_id', 'signed_in_at', 'expires_at', 'ended_at'])
      .select(['refresh_secret', 'token_serial', 'used_at', 'disabled_at', 'address', 'user_agent'])
      .select(['administrator.id', 'email', 'name', 'role', 'email_verified_at'])
      .where('token_hash', '=', secretHash(token))
      // the session first, as replaceTokens does
      .forUpdate(['session', 'refresh_token'])
      .executeTakeFirst()
    if (!row) return { outcome: 'unknown' }
    if (row.disabled_at) return { outcome: 'disabled' }
    if (row.ended_at || row.expires_at <= now) return { outcome: 'ended' }
    if (row.used_at && now.getTime() - row.used_at.getTime() > REFRESH_GRACE_SECONDS * 1000) {
      await endSession(trx, row.session_id, 'a used refresh token came back', now)
      const { user_agent, address } = row
      const device = deviceText(deviceName(user_agent))
      await recordAccount(trx, 'endReplayedSession', row, {
        by: SERVER,
        after: { device, address },
      })
      return { outcome: 'reused', administratorId: row.id }
    }
    const successor = createHmac('sha256', row.refresh_secret).update(token).digest('base64url')
    await trx
      .updateTable('refresh_token')
      .set({ used_at: row.used_at ?? now })
      .where('token_hash', '=', secretHash(token))
      .execute()
    await trx
      .insertInto('refresh_token')
      .values({ token_hash: secretHash(successor), session_id: row.session_id, used_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx
      .updateTable('session')
      .set({ refreshed_at: now, expires_at: expiry(row.signed_in_at, now) })
      .where('id', '=', row.session_id)
      .execute()
    return {
      outcome: 'refreshed',
      sessionId: row.session_id,
      tokenSerial: row.token_serial,
      signedInAt: row.signed_in_at,
      administrator: administratorOf(row),
      refreshToken: successor,
    }
  })
}

/**
 * Replaces the tokens of a session whose person was re-authenticated. The earlier ID tokens and refresh tokens are no
 * longer valid. Returns undefined if the session has ended, or its tokens were replaced since the request began.
 */
export async function replaceTokens(
  trx: Database,
  { sessionId, tokenSerial }: SessionToken,
  now: Date,
): Promise<StartedSession | undefined> {
  // locks the session, so that a concurrent renewal either comes before this or finds no token
  const row = await trx
    .updateTable('session')
    .from('administrator')
    .whereRef('administrator.id', '=', 'session.administrator_id')
    .where('session.id', '=', sessionId)
    .where('token_serial', '=', tokenSerial)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('disabled_at', 'is', null)
    .set({ token_serial: tokenSerial + 1 })
    .returning(['administrator.id', 'email', 'name', 'role', 'email_verified_at', 'signed_in_at'])
    .executeTakeFirst()
  if (!row) return undefined
  await trx.deleteFrom('refresh_token').where('session_id', '=', sessionId).execute()
  const refreshToken = newSecret()
  await trx
    .insertInto('refresh_token')
    .values({ token_hash: secretHash(refreshToken), session_id: sessionId, used_at: null })
    .execute()
  return {
    sessionId,
    tokenSerial: tokenSerial + 1,
    signedInAt: row.signed_in_at,
    administrator: administratorOf(row),
    refreshToken,
  }
}

/** Returns the session of a refresh token, ended or not. Returns undefined for an unknown token. */
export async function sessionOfRefreshToken(
  db: Database,
  token: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('refresh_token')
    .select('session_id')
    .where('token_hash', '=', secretHash(token))
    .executeTakeFirst()
  return row?.session_id
}

/**
 * Ends a session: its ID tokens and refresh tokens are no longer valid. Returns the id of its administrator, or
 * undefined if it had ended before.
 */
export async function endSession(
  db: Database,
  sessionId: string,
  reason: SessionEndReason,
  now: Date,
): Promise<string | undefined> {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('administrator_id')
    .executeTakeFirst()
  return ended?.administrator_id
}

/** Ends a session for its administrator, and records it. Does nothing if it has ended. */
export function signOut(db: Database, sessionId: string, now: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const id = await endSession(trx, sessionId, 'signed out', now)
    if (id === undefined) return
    const administrator = await trx
      .selectFrom('administrator')
      .select(['id', 'email', 'name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await recordAccount(trx, 'signOut', administrator)
  })
}

/** How many live sessions and known devices of an administrator were ended. */
export type EndedSessions = Record<'sessions' | 'devices', number>

/**
 * Ends all sessions and known devices of an administrator, except the session `kept`. Returns how many unexpired
 * ones it ended.
 */
export async function endSessionsOf(
  trx: Database,
  administratorId: string,
  reason: SessionEndReason,
  now: Date,
  kept?: string,
): Promise<EndedSessions> {
  await lockAdministrator(trx, administratorId)
  const ended = await trx
    .updateTable('session')
    .set({ ended_at: now, end_reason: reason })
    .where('administrator_id', '=', administratorId)
    .where('ended_at', 'is', null)
    .$if(kept !== undefined, (query) => query.where('id', '!=', kept ?? ''))
    .returning('expires_at')
    .execute()
  const devices = await endDevicesOf(trx, administratorId, now)
  return { sessions: ended.filter(({ expires_at }) => expires_at > now).length, devices }
}

/** How long an address is known after a sign-in from it. Sessions are stored as long. */
export const KNOWN_ADDRESS_DAYS = 90

/** Returns whether this account signed in from that address before. */
export async function isKnownAddress(
  db: Database,
  emailFolded: string,
  address: string,
  now: Date,
) {
  const row = await db
    .selectFrom('administrator')
    .innerJoin('session', 'session.administrator_id', 'administrator.id')
    .select('session.id')
    .where('email_folded', '=', emailFolded)
    .where('address', '=', address)
    .where('signed_in_at', '>', daysBefore(now, KNOWN_ADDRESS_DAYS))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the text of a `User-Agent` header that is stored with a session. */
export function storedUserAgent(userAgent = ''): string {
  return userAgent.slice(0, MAX_USER_AGENT)
}

/** Returns when a session ends even if it is in use. */
export function latestSessionEnd(signedInAt: Date): Date {
  return new Date(signedInAt.getTime() + SESSION_DAYS * DAY)
}

function expiry(signedInAt: Date, now: Date): Date {
  const idle = now.getTime() + SESSION_IDLE_HOURS * HOUR
  const longest = latestSessionEnd(signedInAt).getTime()
  return new Date(Math.min(idle, longest))
}

function administratorOf(row: {
  id: string
  email: string
  name: string
  role: Role
  email_verified_at: Date | null
}): SessionAdministrator {
  const { id, email, name, role, email_verified_at } = row
  return { id, email, name, role, emailVerified: email_verified_at !== null }
}
