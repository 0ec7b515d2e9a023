import { HANDOVER_HOURS } from '../database/migrate.ts'
import { HOUR } from '@mandap/domain/time/days.ts'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  importPKCS8,
  type JWK,
} from 'jose'
import { sql } from 'kysely'
import { decrypt, encrypt } from '../database/cipher.ts'
import type { Database } from '../database/connection.ts'
import { keysOf } from '../database/encryption-keys.ts'

/** How long a process may sign with a key after another was added. */
export const KEY_RELOAD_SECONDS = 300

/** Seconds in which an unknown key id does not cause another read of the keys. */
const UNKNOWN_KEY_SECONDS = 1

/** The algorithm of our tokens. RS256 is that of release 0.1.0. */
export type TokenAlgorithm = 'ES256' | 'RS256'

interface SigningKey {
  kid: string
  algorithm: TokenAlgorithm
  privateKey: CryptoKey
}

interface VerificationKey {
  algorithm: TokenAlgorithm
  publicKey: CryptoKey
}

export interface SigningKeys {
  /** Returns the current signing key. Creates the first one. Throws `KeyUnavailable` without the encryption key. */
  current(): Promise<SigningKey>
  /** Returns the public key with that id, or undefined. */
  find(kid: string | undefined): Promise<VerificationKey | undefined>
  /** Returns the JSON Web Key Set of all keys whose tokens may still be valid. */
  published(): Promise<{ keys: JWK[] }>
}

interface LoadedKey extends VerificationKey {
  kid: string
  public_jwk: JWK
  signsFrom: Date
  privateKey: () => Promise<CryptoKey>
}

/** Returns the keys of the identity service, which all processes on `db` share. */
export function signingKeys(db: Database, now: () => Date): SigningKeys {
  let loaded: Promise<LoadedKey[]> | undefined
  let loadedAt = 0
  /** Private keys by id. They stay when the keys are read again, so that a process can sign after the encryption key is lost. */
  const decrypted = new Map<string, CryptoKey>()

  function isOlder(seconds: number): boolean {
    const age = now().getTime() - loadedAt
    // negative after the clock was set back
    return age < 0 || age >= seconds * 1000
  }

  function load(): Promise<LoadedKey[]> {
    loadedAt = now().getTime()
    loaded = readKeys(db)
    // an error of the database must not be cached
    loaded.catch(() => (loaded = undefined))
    return loaded
  }
  const keys = () => (loaded && !isOlder(KEY_RELOAD_SECONDS) ? loaded : load())

  async function currentKey(): Promise<LoadedKey> {
    // servers of release 0.1.0 need the first key of this one a day after it was added
    if (!(await keys()).some(({ algorithm }) => algorithm === 'ES256')) {
      await addFirstKey(db, now())
      await load()
    }
    const all = await keys()
    // a clock that is behind knows only keys of the future
    const newest = all.find(({ signsFrom }) => signsFrom <= now()) ?? all.at(-1)
    if (!newest) throw new Error('there is no signing key')
    return newest
  }

  return {
    async current() {
      const { kid, algorithm, privateKey } = await currentKey()
      const known = decrypted.get(kid) ?? (await privateKey())
      decrypted.set(kid, known)
      return { kid, algorithm, privateKey: known }
    },
    async find(kid) {
      const known = (await keys()).find((key) => key.kid === kid)
      if (known || !isOlder(UNKNOWN_KEY_SECONDS)) return known
      // an unknown id may belong to a key that another process has just added
      return (await load()).find((key) => key.kid === kid)
    },
    async published() {
      return { keys: (await keys()).map((key) => key.public_jwk) }
    },
  }
}

/** Creates a new signing key. Other processes use it within KEY_RELOAD_SECONDS. Returns its id. */
export async function addSigningKey(db: Database, now: Date, signsFrom = now): Promise<string> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const publicPart = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicPart)
  const { id, key } = await keysOf(db).current(db)
  await db
    .insertInto('token_key')
    .values({
      kid,
      public_jwk: JSON.stringify({ ...publicPart, kid, alg: 'ES256', use: 'sig' }),
      private_key: encrypt(key, Buffer.from(await exportPKCS8(pair.privateKey)), contextOf(kid)),
      data_key: id,
      created_at: now,
      signs_from: signsFrom,
    })
    .execute()
  return kid
}

/** Encrypts the stored keys again that have another data key, with the current one. */
export function encryptSigningKeysAgain(db: Database, dataKey: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('token_key')
      .select(['kid', 'private_key', 'data_key'])
      .where('data_key', '<>', dataKey)
      .forUpdate()
      .execute()
    for (const row of rows) {
      const { id, key } = await keysOf(trx).current(trx)
      const private_key = encrypt(key, await decryptedKey(trx, row), contextOf(row.kid))
      await trx
        .updateTable('token_key')
        .set({ private_key, data_key: id })
        .where('kid', '=', row.kid)
        .execute()
    }
  })
}

function addFirstKey(db: Database, now: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // two processes at their first start must use the same key
    await sql`select pg_advisory_xact_lock(hashtext('mandap.signing_key'))`.execute(trx)
    const added = await trx.selectFrom('token_key').select('kid').executeTakeFirst()
    if (added) return
    const rsa = await trx.selectFrom('signing_key').select('kid').executeTakeFirst()
    await addSigningKey(trx, now, new Date(now.getTime() + (rsa ? HANDOVER_HOURS * HOUR : 0)))
  })
}

/** Returns all keys, the newest first. The first one whose `signsFrom` has passed signs tokens. */
async function readKeys(db: Database): Promise<LoadedKey[]> {
  const keys = await db
    .selectFrom('token_key')
    .select(['kid', 'public_jwk', 'signs_from'])
    .orderBy('signs_from', 'desc')
    .orderBy('kid')
    .execute()
  const rsa = await db
    .selectFrom('signing_key')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
  return Promise.all([
    ...keys.map(async (row) => ({
      kid: row.kid,
      algorithm: 'ES256' as const,
      publicKey: await asKey(row.public_jwk, 'ES256'),
      public_jwk: row.public_jwk,
      signsFrom: row.signs_from,
      privateKey: () => storedPrivateKey(db, row.kid),
    })),
    ...rsa.map(async ({ kid, public_jwk, private_jwk, created_at }) => ({
      kid,
      algorithm: 'RS256' as const,
      publicKey: await asKey(public_jwk, 'RS256'),
      public_jwk,
      signsFrom: created_at,
      privateKey: () => asKey(private_jwk, 'RS256'),
    })),
  ])
}

async function storedPrivateKey(db: Database, kid: string): Promise<CryptoKey> {
  const row = await db
    .selectFrom('token_key')
    .select(['kid', 'private_key', 'data_key'])
    .where('kid', '=', kid)
    .executeTakeFirstOrThrow()
  return importPKCS8((await decryptedKey(db, row)).toString(), 'ES256')
}

async function decryptedKey(
  db: Database,
  { kid, private_key, data_key }: { kid: string; private_key: Buffer; data_key: number },
): Promise<Buffer> {
  const { key } = await keysOf(db).withId(db, data_key)
  return decrypt(key, private_key, contextOf(kid))
}

// a key that is copied to another row cannot be read there
function contextOf(kid: string): string {
  return `signing key ${kid}`
}

async function asKey(jwk: JWK, algorithm: TokenAlgorithm): Promise<CryptoKey> {
  const key = await importJWK(jwk, algorithm)
  if (key instanceof Uint8Array) throw new Error('a signing key is not a pair of keys')
  return key
}
