import { randomBytes } from 'node:crypto'
import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'
import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Database } from './connection.ts'
import { decrypt, encrypt, KEY_BYTES } from './cipher.ts'
import { defaultKeyFile, type KeyFileSettings, makeKeyFile, readKeyFile } from './key-file.ts'

/** A key that encrypts data. */
export interface DataKey {
  id: number
  key: Buffer
}

/** Where the key is that wraps the data keys, and what is stored of Aadhaar numbers. */
export type KeySettings = KeyFileSettings & Partial<Pick<Config, 'aadhaar'>>

/** Thrown by work that needs a key that this server does not have. The cause is for the log. */
export class KeyUnavailable extends Error {
  constructor(cause: unknown) {
    super(
      'This server does not have the key of the stored numbers and documents. Check ENCRYPTION_KEY_FILE.',
      { cause },
    )
    this.name = 'KeyUnavailable'
  }
}

/** Milliseconds for which a process uses a data key for new data without looking for a newer one. */
export const FRESH_MS = 30_000

/** What the wrapped keys belong to. */
const CONTEXT = 'mandap data key'

/**
 * The keys that encrypt the personal data of one database. They are read when first needed, and again until that
 * succeeds, so a server continues without them and recovers by itself. It is a plugin of Kysely, so that a database and
 * its transactions carry it: see `keysOf`.
 */
export class EncryptionKeys implements KyselyPlugin {
  readonly file: string
  /** Whether whole Aadhaar numbers are stored. */
  readonly keepsAadhaar: boolean
  private readonly isDefaultFile: boolean
  private readonly known = new Map<number, DataKey>()
  private newest: DataKey | undefined
  private newestSince = Number.NEGATIVE_INFINITY

  constructor({ dataDir, encryptionKeyFile, aadhaar }: KeySettings) {
    this.keepsAadhaar = aadhaar !== 'last4'
    this.isDefaultFile = encryptionKeyFile === undefined
    this.file = encryptionKeyFile ?? defaultKeyFile(dataDir)
  }

  /**
   * Makes the first data key of the database, and the default key file, if there is none yet. Throws `KeyUnavailable` if
   * the stored ones cannot be read. `db` is of the owner.
   */
  async prepare(db: Database): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('mandap.data_key'))`.execute(trx)
      const stored = await trx.selectFrom('data_key').select('id').executeTakeFirst()
      // a new key could read nothing that is stored
      if (stored === undefined) await this.add(trx, this.isDefaultFile)
    })
    await this.current(db)
  }

  /** Returns the key for new data. Notices a new one within `FRESH_MS`. */
  async current(db: Database): Promise<DataKey> {
    const now = performance.now()
    if (this.newest && now - this.newestSince < FRESH_MS) return this.newest
    this.newest = await this.load(db, null)
    this.newestSince = now
    return this.newest
  }

  /**
   * Makes another data key and returns its id; null if the keys before it are still in use, because an earlier rotation
   * was interrupted. `trx` is of the owner.
   */
  async addUnlessRotating(trx: Database): Promise<number | null> {
    await sql`select pg_advisory_xact_lock(hashtext('mandap.data_key'))`.execute(trx)
    // a key that the file cannot unwrap must not get a successor
    this.known.clear()
    await this.load(trx, null)
    this.newestSince = Number.NEGATIVE_INFINITY
    const stored = await trx.selectFrom('data_key').select('id').execute()
    if (stored.length > 1) return null
    await this.add(trx, false)
    return (await this.current(trx)).id
  }

  /** Wraps every data key by the key of another file. `trx` is of the owner. */
  async wrapBy(trx: Database, file: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtext('mandap.data_key'))`.execute(trx)
    const wrapping = await readKeyFile(file)
    for (const { id } of await trx.selectFrom('data_key').select('id').execute()) {
      const { key } = await this.load(trx, id)
      const wrapped = encrypt(wrapping, key, CONTEXT)
      await trx.updateTable('data_key').set({ wrapped }).where('id', '=', id).execute()
    }
  }

  /** Throws `KeyUnavailable` if the file does not have the key that this database needs. */
  async check(db: Database): Promise<void> {
    const newest = await db
      .selectFrom('data_key')
      .select('wrapped')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!newest) throw new KeyUnavailable(new Error('The database has no data key.'))
    try {
      decrypt(await readKeyFile(this.file), newest.wrapped, CONTEXT)
    } catch (error) {
      throw new KeyUnavailable(error)
    }
  }

  /** Returns the key of stored data. */
  async withId(db: Database, id: number): Promise<DataKey> {
    return this.known.get(id) ?? this.load(db, id)
  }

  private async add(trx: Database, makesFile: boolean) {
    const wrapping = await (makesFile ? makeKeyFile(this.file) : readKeyFile(this.file)).catch(
      (error: unknown) => {
        throw new KeyUnavailable(error)
      },
    )
    const wrapped = encrypt(wrapping, randomBytes(KEY_BYTES), CONTEXT)
    await trx.insertInto('data_key').values({ wrapped }).execute()
  }

  private async load(db: Database, id: number | null): Promise<DataKey> {
    const row = await db
      .selectFrom('data_key')
      .select(['id', 'wrapped'])
      .$if(id !== null, (query) => query.where('id', '=', id))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row) throw new KeyUnavailable(new Error('The database has no data key.'))
    // a running server continues after another key wraps it
    const known = this.known.get(row.id)
    if (known) return known
    try {
      const key = decrypt(await readKeyFile(this.file), row.wrapped, CONTEXT)
      const loaded = { id: row.id, key }
      this.known.set(row.id, loaded)
      return loaded
    } catch (error) {
      throw new KeyUnavailable(error)
    }
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    return node
  }

  transformResult({ result }: PluginTransformResultArgs) {
    return Promise.resolve(result)
  }
}

/**
 * Makes the first keys of a database if there are none. Returns false if it has keys that cannot be read: work that needs
 * them throws `KeyUnavailable`. `db` is of the owner.
 */
export async function prepareKeys(db: Database): Promise<boolean> {
  try {
    await keysOf(db).prepare(db)
    return true
  } catch (error) {
    if (error instanceof KeyUnavailable) return false
    throw error
  }
}

/** Returns the keys that a database was connected with. */
export function keysOf(db: Database): EncryptionKeys {
  const keys = db.getExecutor().plugins.find((plugin) => plugin instanceof EncryptionKeys)
  if (!keys) throw new KeyUnavailable(new Error('The database was connected without keys.'))
  return keys
}
