import { decrypt, encrypt } from '../database/cipher.ts'
import type { Database } from '../database/connection.ts'
import { keysOf } from '../database/encryption-keys.ts'

/** The secret of an authenticator app, encrypted with a data key. */
export interface StoredSecret {
  secret: Buffer
  key_id: number
}

/** Encrypts a secret for an administrator. Throws `KeyUnavailable` without the key. */
export async function sealSecret(
  db: Database,
  administratorId: string,
  secret: Buffer,
): Promise<StoredSecret> {
  const { id, key } = await keysOf(db).current(db)
  return { secret: encrypt(key, secret, contextOf(administratorId)), key_id: id }
}

/** Decrypts the secret of an administrator. Throws `KeyUnavailable` without the key. */
export async function openSecret(
  db: Database,
  administratorId: string,
  { secret, key_id }: StoredSecret,
): Promise<Buffer> {
  const { key } = await keysOf(db).withId(db, key_id)
  return decrypt(key, secret, contextOf(administratorId))
}

// a secret that is copied to another row cannot be read there
function contextOf(administratorId: string): string {
  return `second factor of ${administratorId}`
}
