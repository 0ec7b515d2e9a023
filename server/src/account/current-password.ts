import { PASSWORD_REQUIRED, WRONG_PASSWORD } from '@mandap/domain/session/password.ts'
import { isRecentSignIn } from '@mandap/domain/session/recent-sign-in.ts'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import {
  type Counter,
  consumeAttempt,
  type Limits,
  refundAttempt,
} from '../rate-limit/rate-limit.ts'
import type { SignedIn } from '../session/bearer.ts'
import { isPassword } from '../session/password.ts'

interface Dependencies {
  db: Database
  limits: Limits
}

/** Returns the counter of the guesses of an administrator's current password. */
export function passwordCounter({ id }: SignedIn): Counter {
  return { limit: 'changePasswordByAccount', subject: id }
}

/**
 * Counts an attempt, and returns the hash of the administrator's password if it is the one given. Throws an `HttpError`
 * otherwise.
 */
export async function checkedPasswordHash(
  { db, limits }: Dependencies,
  administrator: SignedIn,
  currentPassword: string,
  now: Date,
): Promise<string> {
  const wait = await consumeAttempt(db, limits, [passwordCounter(administrator)], now)
  if (wait > 0) throw tooMany(wait)
  const { password_hash: hash } = await db
    .selectFrom('administrator')
    .select('password_hash')
    .where('id', '=', administrator.id)
    .executeTakeFirstOrThrow()
  if (!hash || !(await isPassword(hash, currentPassword))) throw wrongPassword()
  return hash
}

/**
 * Throws an `HttpError` unless the administrator has just signed in, or the password is right. A stolen session alone must
 * not end the others. Returns whether the password was needed.
 */
export async function confirmAdministrator(
  dependencies: Dependencies,
  administrator: SignedIn,
  { currentPassword }: { currentPassword?: string },
  now: Date,
): Promise<boolean> {
  const { db } = dependencies
  const { signed_in_at } = await db
    .selectFrom('session')
    .select('signed_in_at')
    .where('id', '=', administrator.sessionId)
    .executeTakeFirstOrThrow()
  if (isRecentSignIn(signed_in_at.getTime(), now.getTime())) return false
  if (currentPassword === undefined)
    throw new HttpError(400, 'PASSWORD_REQUIRED', PASSWORD_REQUIRED, 'currentPassword')
  await checkedPasswordHash(dependencies, administrator, currentPassword, now)
  await refundAttempt(db, [passwordCounter(administrator)])
  return true
}

export function wrongPassword(): HttpError {
  return new HttpError(400, 'WRONG_PASSWORD', WRONG_PASSWORD, 'currentPassword')
}

function tooMany(retryAfter: number): HttpError {
  const message = 'Too many wrong passwords.'
  return Object.assign(new HttpError(429, 'TOO_MANY_ATTEMPTS', message), { retryAfter })
}
