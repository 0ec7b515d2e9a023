import { randomInt } from 'node:crypto'
import {
  groupedRecoveryCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
} from '@mandap/domain/session/second-factor.ts'
import type { Database } from '../database/connection.ts'
import { secretHash } from '../session/secret.ts'

/**
 * Returns new recovery codes with the first second factor of an administrator, and none with the others. The caller has
 * locked the administrator.
 */
export async function ensureRecoveryCodes(
  trx: Database,
  administratorId: string,
): Promise<string[]> {
  const existing = await trx
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('administrator_id', '=', administratorId)
    .limit(1)
    .executeTakeFirst()
  return existing ? [] : replaceRecoveryCodes(trx, administratorId)
}

/**
 * Replaces the recovery codes of an administrator. Returns the new ones, of which only hashes are stored. The caller has
 * locked the administrator.
 */
export async function replaceRecoveryCodes(
  trx: Database,
  administratorId: string,
): Promise<string[]> {
  await deleteRecoveryCodes(trx, administratorId)
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await trx
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        administrator_id: administratorId,
        // a plain hash is sufficient for 118 random bits
        code_hash: secretHash(code),
        used_at: null,
      })),
    )
    .execute()
  return codes.map(groupedRecoveryCode)
}

export async function deleteRecoveryCodes(trx: Database, administratorId: string): Promise<void> {
  await trx.deleteFrom('recovery_code').where('administrator_id', '=', administratorId).execute()
}

/** Uses a recovery code up. `used` means that it worked before. */
export async function consumeRecoveryCode(
  trx: Database,
  administratorId: string,
  code: string,
  now: Date,
): Promise<'right' | 'wrong' | 'used'> {
  const consumed = await trx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('administrator_id', '=', administratorId)
    .where('code_hash', '=', secretHash(code))
    .where('used_at', 'is', null)
    .returning('used_at')
    .executeTakeFirst()
  if (consumed) return 'right'
  const known = await trx
    .selectFrom('recovery_code')
    .select('used_at')
    .where('administrator_id', '=', administratorId)
    .where('code_hash', '=', secretHash(code))
    .executeTakeFirst()
  return known ? 'used' : 'wrong'
}

/** Returns how many recovery codes still work. */
export async function recoveryCodesLeft(db: Database, administratorId: string): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('administrator_id', '=', administratorId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

function newRecoveryCode(): string {
  return Array.from(
    { length: RECOVERY_CODE_LENGTH },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
  ).join('')
}
