import { factorCodeFrom } from '@mandap/domain/session/second-factor.ts'
import type { Database } from '../database/connection.ts'
import { newSecret, secretHash } from '../session/secret.ts'
import { consumeRecoveryCode, ensureRecoveryCodes } from './recovery-code.ts'
import { lockAdministrator } from '../session/lock-administrator.ts'
import { openSecret, sealSecret } from './stored-secret.ts'
import { newTotpSecret, periodOfCode } from './totp.ts'

/** How long a new secret can be confirmed. */
const ENROLMENT_MINUTES = 15

/** An authenticator app. */
export interface AuthenticatorApp {
  id: string
  enrolledAt: Date
}

/** Returns the authenticator app of an administrator; undefined if they have none. */
export async function findApp(
  db: Database,
  administratorId: string,
): Promise<AuthenticatorApp | undefined> {
  const row = await db
    .selectFrom('second_factor')
    .select(['id', 'enrolled_at'])
    .where('administrator_id', '=', administratorId)
    .executeTakeFirst()
  return row && { id: row.id, enrolledAt: row.enrolled_at }
}

/** The result of checking a code. `used` means that the same code worked before. */
export type CodeCheck = { is: 'right'; way: 'totp' | 'recovery' } | { is: 'wrong' | 'used' }

/** Checks a code of an administrator's app, or a recovery code, and uses it up. */
export async function consumeCode(
  trx: Database,
  administratorId: string,
  typed: string,
  now: Date,
): Promise<CodeCheck> {
  const code = factorCodeFrom(typed)
  if (!code) return { is: 'wrong' }
  if (code.is === 'recovery') {
    const is = await consumeRecoveryCode(trx, administratorId, code.code, now)
    return is === 'right' ? { is, way: 'recovery' } : { is }
  }
  const factor = await trx
    .selectFrom('second_factor')
    .select(['secret', 'key_id'])
    .where('administrator_id', '=', administratorId)
    .executeTakeFirst()
  if (!factor) return { is: 'wrong' }
  const secret = await openSecret(trx, administratorId, factor)
  const period = periodOfCode(secret, code.code, now)
  if (period === null) return { is: 'wrong' }
  const consumed = await trx
    .updateTable('second_factor')
    .set({ last_period: period })
    .where('administrator_id', '=', administratorId)
    .where('last_period', '<', period)
    .returning('id')
    .executeTakeFirst()
  return consumed ? { is: 'right', way: 'totp' } : { is: 'used' }
}

/** An enrolment that has begun: its id, which only the browser holds, and the secret for the app. */
export interface Enrolment {
  id: string
  secret: Buffer
  expiresAt: Date
}

/** Begins an enrolment, which ends earlier ones of the administrator. */
export async function startEnrolment(
  trx: Database,
  administratorId: string,
  now: Date,
): Promise<Enrolment> {
  const id = newSecret()
  const secret = newTotpSecret()
  const expiresAt = new Date(now.getTime() + ENROLMENT_MINUTES * 60_000)
  await endEnrolments(trx, administratorId)
  await trx
    .insertInto('factor_enrolment')
    .values({
      id_hash: secretHash(id),
      administrator_id: administratorId,
      ...(await sealSecret(trx, administratorId, secret)),
      expires_at: expiresAt,
    })
    .execute()
  return { id, secret, expiresAt }
}

/**
 * Adds the app if a code of it is right. Returns recovery codes if it is the first second factor, and an empty list if the
 * administrator has some; `wrong` for another code, `expired` for an enrolment that ended, or `exists` if they have an app.
 */
export async function finishEnrolment(
  trx: Database,
  administratorId: string,
  { id, code }: { id: string; code: string },
  now: Date,
): Promise<string[] | 'wrong' | 'expired' | 'exists'> {
  await lockAdministrator(trx, administratorId)
  const enrolment = await trx
    .selectFrom('factor_enrolment')
    .select(['secret', 'key_id'])
    .where('id_hash', '=', secretHash(id))
    .where('administrator_id', '=', administratorId)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  if (!enrolment) return 'expired'
  const typed = factorCodeFrom(code)
  const secret = await openSecret(trx, administratorId, enrolment)
  const period = typed?.is === 'totp' ? periodOfCode(secret, typed.code, now) : null
  if (period === null) return 'wrong'
  const added = await trx
    .insertInto('second_factor')
    .values({
      ...enrolment,
      administrator_id: administratorId,
      enrolled_at: now,
      // the code that confirmed the app cannot be used again
      last_period: period,
    })
    .onConflict((conflict) => conflict.column('administrator_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return 'exists'
  await endEnrolments(trx, administratorId)
  return ensureRecoveryCodes(trx, administratorId)
}

/** Deletes enrolments that have expired. */
export async function deleteOldEnrolments(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('factor_enrolment').where('expires_at', '<', now).execute()
}

/** Ends the enrolments of an administrator. */
export async function endEnrolments(trx: Database, administratorId: string): Promise<void> {
  await trx.deleteFrom('factor_enrolment').where('administrator_id', '=', administratorId).execute()
}
