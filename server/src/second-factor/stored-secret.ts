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

/** Encrypts the stored secrets again that have another data key, with the current one. Returns their number. */
export async function sealAgain(db: Database, dataKey: number): Promise<number> {
  let sealed = 0
  for (const table of ['second_factor', 'factor_enrolment'] as const)
    sealed += await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom(table)
        .select(['administrator_id', 'secret', 'key_id'])
        .where('key_id', '<>', dataKey)
        .forUpdate()
        .execute()
      for (const row of rows) {
        const secret = await openSecret(trx, row.administrator_id, row)
        await trx
          .updateTable(table)
          .set(await sealSecret(trx, row.administrator_id, secret))
          .where('administrator_id', '=', row.administrator_id)
          .where('secret', '=', row.secret)
          .execute()
      }
      return rows.length
    })
  return sealed
}

// a secret that is copied to another row cannot be read there
function contextOf(administratorId: string): string {
  return `second factor of ${administratorId}`
}
