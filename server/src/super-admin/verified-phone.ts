import type { Database } from '../database/connection.ts'
import { secretHash } from '../session/secret.ts'

/** Returns the hash under which a phone of an administrator is stored. */
export function phoneHash(administratorId: string, phone: string): Buffer {
  return secretHash(`${administratorId} ${phone}`)
}

/**
 * Stores that a phone received an OTP of the administrator. Returns false if that was known: then an OTP that is sent to it
 * turns Super Admin on.
 */
export async function verifyPhone(
  trx: Database,
  administratorId: string,
  phone_hash: Buffer,
  now: Date,
): Promise<boolean> {
  const added = await trx
    .insertInto('verified_phone')
    .values({ administrator_id: administratorId, phone_hash, verified_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('verified_at')
    .executeTakeFirst()
  return added !== undefined
}
