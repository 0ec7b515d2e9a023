import { Client, DatabaseError } from 'pg'
import { ConfigError } from '../config/config-error.ts'

/** Milliseconds of one attempt. */
const LIMIT_MS = 10_000

/** What `pg` says when an attempt takes longer. */
const TIMED_OUT = 'timeout expired'

/** The code of an error of PostgreSQL for a missing right. */
export const DENIED = '42501'

interface Addresses {
  databaseUrl: string
  databaseOwnerUrl: string | undefined
}

/**
 * Rejects with a sentence if the PostgreSQL of DATABASE_URL or DATABASE_OWNER_URL does not answer or denies access, or if
 * they are not the same database.
 */
export async function checkConnections({
  databaseUrl,
  databaseOwnerUrl,
}: Addresses): Promise<void> {
  if (databaseOwnerUrl === undefined) return checkConnection(databaseUrl)
  const migrated = await databaseAt(databaseOwnerUrl, 'DATABASE_OWNER_URL')
  const served = await databaseAt(databaseUrl, 'DATABASE_URL').catch((error: unknown) => {
    if (isDeniedDatabase(error)) return migrated
    throw error
  })
  if (areDifferentDatabases(served, migrated))
    throw new ConfigError(['DATABASE_OWNER_URL must be of the same database as DATABASE_URL.'])
}

/** Rejects with a sentence that names the setting if its PostgreSQL does not answer or denies access. */
export async function checkConnection(
  url: string,
  variable = 'DATABASE_URL',
  limitMs = LIMIT_MS,
): Promise<void> {
  await databaseAt(url, variable, limitMs)
}

/** Returns the setting with the address of the role that owns the tables. */
export function ownerSetting({ databaseOwnerUrl }: Pick<Addresses, 'databaseOwnerUrl'>): string {
  return databaseOwnerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
}

/** SQL for what identifies a database: its PostgreSQL, which replicas share, and its name there. */
export const DATABASE_ID = `select system_identifier || ' ' || current_database() as id from pg_control_system()`

/** Returns whether two addresses are known to lead to different databases. */
export function areDifferentDatabases(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other
}

/**
 * Returns what identifies the database of an address; undefined if PostgreSQL does not say it to the role. Rejects like
 * `checkConnection`.
 */
export async function databaseAt(
  url: string,
  variable: string,
  limitMs = LIMIT_MS,
): Promise<string | undefined> {
  try {
    return await connectOnce(url, limitMs).catch((error: unknown) => {
      if (!(error instanceof Error && error.message === TIMED_OUT)) throw error
      // on a busy machine, this process may have compiled its modules while the answer waited
      return connectOnce(url, limitMs)
    })
  } catch (error) {
    const { message, code }: NodeJS.ErrnoException =
      error instanceof Error ? error : new Error(String(error))
    throw new Error(`Cannot connect to the PostgreSQL of ${variable} (${message || code}).`, {
      cause: error,
    })
  }
}

async function connectOnce(url: string, limitMs: number): Promise<string | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: limitMs })
  // a lost connection also causes a rejection
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(DATABASE_ID)
    return rows[0]?.id
  } catch (error) {
    // every role may call the function, unless an operator has revoked this right
    if (error instanceof DatabaseError && error.code === DENIED) return undefined
    throw error
  } finally {
    await client.end()
  }
}

/** Returns whether the role may not connect to the database yet. The owner grants it that at the start. */
function isDeniedDatabase(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && cause.message.startsWith('permission denied for database')
}
