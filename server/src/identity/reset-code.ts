import { INVITATION_HOURS } from '@mandap/domain/session/invitation.ts'
import type { Database } from '../database/connection.ts'
import { setPasswordHash } from '../session/administrator.ts'
import { registerDevice } from '../session/device.ts'
import { lockAdministrator } from '../session/lock-administrator.ts'
import { hashPassword } from '../session/password.ts'
import { recordAccount } from '../session/audit-entry.ts'
import { newSecret, secretHash } from '../session/secret.ts'

export const MAILED_CODE_MINUTES = 60
export const HANDED_CODE_MINUTES = 24 * 60

/** How a code reaches its owner, with the minutes for which it is valid. */
const VALID_MINUTES = {
  mailed: MAILED_CODE_MINUTES,
  handed: HANDED_CODE_MINUTES,
  invited: INVITATION_HOURS * 60,
} as const

/**
 * Creates and returns a code with which the administrator can choose a password once. Earlier codes stay valid until
 * one is used, so that a request for another code does not invalidate a link.
 */
export async function createResetCode(
  db: Database,
  administratorId: string,
  way: keyof typeof VALID_MINUTES,
  now: Date,
): Promise<string> {
  const code = newSecret()
  await db
    .insertInto('reset_code')
    .values({
      code_hash: secretHash(code),
      administrator_id: administratorId,
      // its use proves that the address is theirs
      mailed: way !== 'handed',
      created_at: now,
      expires_at: new Date(now.getTime() + VALID_MINUTES[way] * 60_000),
      used_at: null,
    })
    .execute()
  return code
}

/** Returns the link to our own page. The code is behind `#?`, so that no browser sends it as part of an address. */
export function resetLink(publicUrl: string, apiKey: string, code: string): string {
  const link = new URL('/reset-password', publicUrl)
  link.search = new URLSearchParams({ mode: 'resetPassword', apiKey }).toString()
  link.hash = `?${new URLSearchParams({ oobCode: code })}`
  return link.href
}

export type ResetCode =
  | { state: 'good'; administratorId: string; email: string }
  | { state: 'expired' }
  | { state: 'unknown' }
  | { state: 'disabled' }

export async function readResetCode(db: Database, code: string, now: Date): Promise<ResetCode> {
  const row = await db
    .selectFrom('reset_code')
    .innerJoin('administrator', 'administrator.id', 'reset_code.administrator_id')
    .select(['administrator_id', 'email', 'expires_at', 'used_at', 'disabled_at'])
    .where('code_hash', '=', secretHash(code))
    .executeTakeFirst()
  if (!row || row.used_at) return { state: 'unknown' }
  if (row.expires_at <= now) return { state: 'expired' }
  if (row.disabled_at) return { state: 'disabled' }
  return { state: 'good', administratorId: row.administrator_id, email: row.email }
}

/**
 * Sets the password, ends all sessions and makes the browser a known device. `isFirst` if there was no password. Returns
 * undefined if the code has been used since it was read.
 */
export async function resetPassword(
  db: Database,
  { code, newPassword, address }: { code: string; newPassword: string; address: string },
  now: Date,
): Promise<{ administratorId: string; deviceToken: string; isFirst: boolean } | undefined> {
  const passwordHash = await hashPassword(newPassword)
  const codeHash = secretHash(code)
  return db.transaction().execute(async (trx) => {
    const owner = await trx
      .selectFrom('reset_code')
      .select('administrator_id')
      .where('code_hash', '=', codeHash)
      .executeTakeFirst()
    if (!owner) return undefined
    const administratorId = owner.administrator_id
    // another new password also uses this code up
    await lockAdministrator(trx, administratorId)
    const used = await trx
      .updateTable('reset_code')
      .set({ used_at: now })
      .where('code_hash', '=', codeHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('mailed')
      .executeTakeFirst()
    if (!used) return undefined
    if (used.mailed)
      await trx
        .updateTable('administrator')
        .set({ email_verified_at: now })
        .where('id', '=', administratorId)
        .execute()
    const before = await trx
      .selectFrom('administrator')
      .select('password_hash')
      .where('id', '=', administratorId)
      .executeTakeFirstOrThrow()
    const administrator = await setPasswordHash(trx, administratorId, passwordHash, now)
    // after ending the other devices: the code identifies the person as a password does
    const deviceToken = await registerDevice(trx, administratorId, {}, now)
    await recordAccount(trx, 'setPassword', administrator, { after: { address } })
    return { administratorId, deviceToken, isFirst: before.password_hash === null }
  })
}
