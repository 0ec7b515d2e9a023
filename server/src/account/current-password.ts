import { PASSWORD_REQUIRED, WRONG_PASSWORD } from '@mandap/domain/session/password.ts'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import type { Limits } from '../config/attempt-limits.ts'
import { type AttemptCounter, consumeAttempt, refundAttempt } from '../rate-limit/rate-limit.ts'
import { attemptRefused } from '../rate-limit/refusal.ts'
import type { SignedIn } from '../session/bearer.ts'
import { isPassword } from '../session/password.ts'

interface Dependencies {
  db: Database
  limits: Limits
}

/** Returns the counter of the guesses of an administrator's current password in a session, which may be stolen. */
export function passwordCounter({ sessionId }: SignedIn): AttemptCounter {
  return { limit: 'passwordBySession', subject: sessionId }
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
  if (wait > 0) throw attemptRefused('TOO_MANY_ATTEMPTS', 'Too many wrong passwords.', wait)
  const { password_hash: hash } = await db
    .selectFrom('administrator')
    .select('password_hash')
    .where('id', '=', administrator.id)
    .executeTakeFirstOrThrow()
  if (!hash || !(await isPassword(hash, currentPassword))) throw wrongPassword()
  return hash
}

/** Counts no attempt for the right password. Throws an `HttpError` if it is missing or wrong. */
export async function checkCurrentPassword(
  dependencies: Dependencies,
  administrator: SignedIn,
  { currentPassword }: { currentPassword?: string },
  now: Date,
): Promise<void> {
  if (currentPassword === undefined)
    throw new HttpError(400, 'PASSWORD_REQUIRED', PASSWORD_REQUIRED, { field: 'currentPassword' })
  await checkedPasswordHash(dependencies, administrator, currentPassword, now)
  await refundAttempt(dependencies.db, [passwordCounter(administrator)])
}

export function wrongPassword(): HttpError {
  return new HttpError(400, 'WRONG_PASSWORD', WRONG_PASSWORD, { field: 'currentPassword' })
}
