import { randomBytes } from 'node:crypto'
import { decrypt, encrypt, KEY_BYTES } from '../database/cipher.ts'
import type { Database } from '../database/connection.ts'
import { keysOf } from '../database/encryption-keys.ts'

/** The context that the encryption binds the secret to. */
const CONTEXT = 'link key'

interface StoredKey {
  secret: Buffer
  data_key: number
}

/**
 * Returns the secret from which document cookies, links and the keys of browsers' storage are computed. Creates the first
 * one. Reads it on each call, so that a new one applies at once in every process. Throws `KeyUnavailable` without the
 * encryption key.
 */
export async function linkSecret(db: Database): Promise<Buffer> {
  return decrypted(db, (await storedKey(db)) ?? (await addFirst(db)))
}

/** Replaces the secret, which ends all links and makes what browsers have stored unreadable. */
export async function replaceLinkKey(db: Database): Promise<void> {
  const key = await newKey(db)
  await db
    .insertInto('link_key')
    .values(key)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(key))
    .execute()
}

/** Encrypts the secret again with the current data key, if it has another one. */
export function encryptLinkKeyAgain(db: Database, dataKey: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('link_key')
      .select(['secret', 'data_key'])
      .where('data_key', '<>', dataKey)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return
    const encrypted = await encryptedSecret(trx, await decrypted(trx, row))
    await trx.updateTable('link_key').set(encrypted).execute()
  })
}

function storedKey(db: Database): Promise<StoredKey | undefined> {
  return db.selectFrom('link_key').select(['secret', 'data_key']).executeTakeFirst()
}

async function addFirst(db: Database): Promise<StoredKey> {
  // another process may add it at the same time
  await db
    .insertInto('link_key')
    .values(await newKey(db))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db.selectFrom('link_key').select(['secret', 'data_key']).executeTakeFirstOrThrow()
}

function newKey(db: Database): Promise<StoredKey> {
  return encryptedSecret(db, randomBytes(KEY_BYTES))
}

async function encryptedSecret(db: Database, secret: Buffer): Promise<StoredKey> {
  const { id, key } = await keysOf(db).current(db)
  return { secret: encrypt(key, secret, CONTEXT), data_key: id }
}

async function decrypted(db: Database, { secret, data_key }: StoredKey): Promise<Buffer> {
  const { key } = await keysOf(db).withId(db, data_key)
  return decrypt(key, secret, CONTEXT)
}
