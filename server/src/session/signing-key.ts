import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** How long a process may sign with a key after another was added. */
export const KEY_RELOAD_SECONDS = 300

/** Seconds in which an unknown key id does not cause another read of the keys. */
const UNKNOWN_KEY_SECONDS = 1

/** NIST SP 800-57 requires 3,072 bits from 2031 on. */
const KEY_BITS = 3072

export interface SigningKeys {
  /** Returns the current signing key. Creates one if there is none of 3,072 bits. */
  current(): Promise<{ kid: string; privateKey: CryptoKey }>
  /** Returns the public key with that id, or undefined. */
  find(kid: string | undefined): Promise<CryptoKey | undefined>
  /** Returns the JSON Web Key Set of all keys whose tokens may still be valid. */
  published(): Promise<{ keys: JWK[] }>
}

interface LoadedKey {
  kid: string
  privateKey: CryptoKey
  publicKey: CryptoKey
  public_jwk: JWK
}

/** Returns the keys of the identity service, which all processes on `db` share. */
export function signingKeys(db: Database, now: () => Date): SigningKeys {
  let loaded: Promise<LoadedKey[]> | undefined
  let loadedAt = 0

  const isOlder = (seconds: number) => now().getTime() - loadedAt >= seconds * 1000

  function load(): Promise<LoadedKey[]> {
    loadedAt = now().getTime()
    loaded = readKeys(db, now())
    // an error of the database must not be cached
    loaded.catch(() => (loaded = undefined))
    return loaded
  }
  const keys = () => (loaded && !isOlder(KEY_RELOAD_SECONDS) ? loaded : load())

  return {
    async current() {
      const newest = (await keys()).find(isStrong)
      if (!newest) throw new Error('there is no signing key')
      return newest
    },
    async find(kid) {
      const known = (await keys()).find((key) => key.kid === kid)
      if (known || !isOlder(UNKNOWN_KEY_SECONDS)) return known?.publicKey
      // an unknown id may belong to a key that another process has just added
      return (await load()).find((key) => key.kid === kid)?.publicKey
    },
    async published() {
      return { keys: (await keys()).map((key) => key.public_jwk) }
    },
  }
}

/** Creates a new signing key. Other processes use it within KEY_RELOAD_SECONDS. Returns its id. */
export async function addSigningKey(db: Database, now: Date): Promise<string> {
  const pair = await generateKeyPair('RS256', { modulusLength: KEY_BITS, extractable: true })
  const publicPart = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicPart)
  const marks = { kid, alg: 'RS256', use: 'sig' }
  await db
    .insertInto('signing_key')
    .values({
      kid,
      private_jwk: JSON.stringify({ ...(await exportJWK(pair.privateKey)), ...marks }),
      public_jwk: JSON.stringify({ ...publicPart, ...marks }),
      created_at: now,
    })
    .execute()
  return kid
}

async function readKeys(db: Database, now: Date): Promise<LoadedKey[]> {
  const rows = await storedKeys(db)
  if (rows.some(isStrong)) return Promise.all(rows.map(importKey))
  await db.transaction().execute(async (trx) => {
    // two processes at their first start must use the same key
    await sql`select pg_advisory_xact_lock(hashtext('mandap.signing_key'))`.execute(trx)
    if (!(await storedKeys(trx)).some(isStrong)) await addSigningKey(trx, now)
  })
  return Promise.all((await storedKeys(db)).map(importKey))
}

// a shorter key of an earlier release verifies its tokens and signs no new ones
function isStrong({ public_jwk }: { public_jwk: JWK }): boolean {
  return Buffer.from(public_jwk.n ?? '', 'base64url').length * 8 >= KEY_BITS
}

function storedKeys(db: Database) {
  return db
    .selectFrom('signing_key')
    .select(['kid', 'private_jwk', 'public_jwk'])
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
}

async function importKey(row: { kid: string; private_jwk: JWK; public_jwk: JWK }) {
  return {
    kid: row.kid,
    privateKey: await asKey(row.private_jwk),
    publicKey: await asKey(row.public_jwk),
    public_jwk: row.public_jwk,
  }
}

async function asKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'RS256')
  if (key instanceof Uint8Array) throw new Error('a signing key is not an RSA key')
  return key
}
