import { PASSWORD_PROBLEMS, SAME_PASSWORD } from '@mandap/domain/session/password.ts'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import type { Limits } from '../config/attempt-limits.ts'
import { refundAttempt } from '../rate-limit/rate-limit.ts'
import { setPasswordHash } from '../session/administrator.ts'
import type { SignedIn } from '../session/bearer.ts'
import { registerDevice } from '../session/device.ts'
import { newPasswordProblem } from '../session/new-password.ts'
import { sessionExpired } from '../session/refusal.ts'
import { type NewTokens, withNewTokens } from '../session/new-tokens.ts'
import { hashPassword, isPassword } from '../session/password.ts'
import { recordAccount } from '../session/audit-entry.ts'
import type { SigningKeys } from '../session/signing-key.ts'
import { checkedPasswordHash, passwordCounter, wrongPassword } from './current-password.ts'

interface Dependencies {
  db: Database
  keys: SigningKeys
  publicUrl: string
  limits: Limits
  breachedPasswords: string | undefined
}

interface PasswordChange {
  currentPassword: string
  newPassword: string
  address: string
}

/**
 * Sets the administrator's new password, ends their other sessions and known devices, replaces the tokens of this session,
 * and records it. Returns the new tokens, and the one that makes this browser a known device. Throws an `HttpError` if a password is refused.
 */
export async function changePassword(
  { db, keys, publicUrl, limits, breachedPasswords }: Dependencies,
  administrator: SignedIn,
  { currentPassword, newPassword, address }: PasswordChange,
  now: Date,
): Promise<{ tokens: NewTokens; deviceToken: string }> {
  const problem = await newPasswordProblem(newPassword, administrator.email, breachedPasswords)
  if (problem) throw weak(PASSWORD_PROBLEMS[problem])

  const oldHash = await checkedPasswordHash({ db, limits }, administrator, currentPassword, now)
  if (await isPassword(oldHash, newPassword)) {
    // the current password was right
    await refundAttempt(db, [passwordCounter(administrator)])
    throw weak(SAME_PASSWORD)
  }

  const newHash = await hashPassword(newPassword)
  const signing = { db, keys, publicUrl, now: () => now }
  const work = async (trx: Database) => {
    // a reset or another change may have set a password since the check
    const unchanged = await trx
      .selectFrom('administrator')
      .select('id')
      .where('id', '=', administrator.id)
      .where('password_hash', '=', oldHash)
      .forUpdate()
      .executeTakeFirst()
    if (!unchanged) throw wrongPassword()
    await setPasswordHash(trx, administrator.id, newHash, now, administrator.sessionId)
    await refundAttempt(trx, [passwordCounter(administrator)])
    return registerDevice(trx, administrator.id, {}, now)
  }
  const done = await withNewTokens(signing, administrator, work, (trx) =>
    recordAccount(trx, 'setPassword', administrator, { after: { address } }),
  )
  if (!done) throw sessionExpired()
  return { tokens: done.tokens, deviceToken: done.result }
}

function weak(message: string): HttpError {
  return new HttpError(400, 'WEAK_PASSWORD', message, { field: 'newPassword' })
}
