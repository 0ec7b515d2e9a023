import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Database } from './connection.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** Time to lock all tables. Less than PostgreSQL's `deadlock_timeout`, which is a second. */
const MAX_LOCKING_MS = 800
const RETRY_MS = 400

/** An export may read a table for minutes. */
const MAX_WAIT_MS = 10 * 60_000

const TABLES_IN_USE =
  'The database could not be brought up to date, because other work locked it for 10 minutes. Wait until exports, backups and migrations of other servers end, then start again.'

/** The oldest release of a migration that names none. */
const FIRST_RELEASE = '0.1.0'

/** How long servers of an earlier release may run beside this one, while they are replaced one by one. */
export const HANDOVER_HOURS = 24

/** Creates the table of the applied migrations unless it exists. */
export const CREATE_SCHEMA_MIGRATION = `
  create table if not exists schema_migration (
    name text primary key,
    applied_at timestamptz not null default now(),
    oldest_release text not null default '${FIRST_RELEASE}'
  )`

/** Compares releases: 0.9.1 comes before 0.10.0. */
export const compareReleases = new Intl.Collator('en', { numeric: true }).compare

/**
 * Applies the SQL files that are not yet applied, in order, in one process at a time, and returns their names. Waits until no
 * transaction uses the tables. Throws if the database requires a newer release than `release`.
 */
export async function migrate(db: Database, release = packageJson.version): Promise<string[]> {
  const end = performance.now() + MAX_WAIT_MS
  for (;;) {
    try {
      return await migrateOnce(db, release)
    } catch (error) {
      if (!areTablesInUse(error)) throw error
      if (performance.now() > end) throw new Error(TABLES_IN_USE, { cause: error })
    }
    // servers of the earlier release continue in this time
    await pause(RETRY_MS)
  }
}

async function migrateOnce(db: Database, release: string): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('mandap.migrate'))`.execute(trx)
    await sql.raw(CREATE_SCHEMA_MIGRATION).execute(trx)
    await addOldestRelease(trx)
    await refuseOldRelease(trx, release)
    const fresh = await pendingMigrations(trx)
    if (fresh.length > 0) await lockTables(trx)
    for (const name of fresh) {
      const text = await readMigration(name)
      await sql.raw(text).execute(trx)
      await trx
        .insertInto('schema_migration')
        .values({ name, applied_at: new Date(), oldest_release: oldestReleaseOf(text) })
        .execute()
    }
    return fresh
  })
}

/**
 * Locks all tables, so that no migration waits for a table while it has another for which a server waits: that would be
 * a deadlock. Gives up before PostgreSQL would look for one and end the server's transaction.
 */
async function lockTables(trx: Database) {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename <> 'schema_migration'
      and pg_has_role(tableowner, 'usage')
    order by tablename`.execute(trx)
  if (rows.length === 0) return
  // a lock timeout would apply to each table, so that the wait for all of them could be longer
  await sql`set local statement_timeout = ${sql.lit(MAX_LOCKING_MS)}`.execute(trx)
  const tables = sql.join(rows.map(({ name }) => sql.id(name)))
  await sql`lock table ${tables} in access exclusive mode`.execute(trx).catch((error: unknown) => {
    throw hasCode(error, QUERY_CANCELED) ? new TablesInUse('', { cause: error }) : error
  })
  await sql`set local statement_timeout to default`.execute(trx)
}

/** Thrown if the tables could not be locked in time, because other transactions use them. */
class TablesInUse extends Error {}

const QUERY_CANCELED = '57014'

/** The code of PostgreSQL if `lock_timeout` of the database or role ended the wait for a lock. */
const LOCK_NOT_AVAILABLE = '55P03'

function areTablesInUse(error: unknown): boolean {
  return error instanceof TablesInUse || hasCode(error, LOCK_NOT_AVAILABLE)
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof DatabaseError && error.code === code
}

/** Returns the names of the SQL files that are not yet applied, in order. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const names = await migrationFiles()
  const rows = await db.selectFrom('schema_migration').select('name').execute()
  const applied = new Set(rows.map((row) => row.name))
  return names.filter((name) => !applied.has(name))
}

let files: readonly string[] | undefined

/**
 * Returns the names of the SQL files, in order. A process reads them once: in its clone, the next release may be checked out
 * while it runs.
 */
export async function migrationFiles(): Promise<readonly string[]> {
  files ??= (await readdir(FOLDER)).filter(isMigration).toSorted()
  return files
}

/** Returns whether a name is that of a migration's SQL file. */
export function isMigration(name: string): boolean {
  return name.endsWith('.sql')
}

/** Returns the SQL of a migration. */
export function readMigration(name: string): Promise<string> {
  return readFile(new URL(name, FOLDER), 'utf8')
}

/** Returns the oldest release that can run on a database with this migration, from its first line. */
export function oldestReleaseOf(migration: string): string {
  return /^-- oldest release: (\d+\.\d+\.\d+)\n/.exec(migration)?.[1] ?? FIRST_RELEASE
}

/** Adds the column to a table that an earlier release created. */
async function addOldestRelease(trx: Database) {
  const { rows } = await sql`
    select from pg_attribute
    where attrelid = 'schema_migration'::regclass and attname = 'oldest_release'`.execute(trx)
  if (rows.length > 0) return
  await sql`alter table schema_migration
    add column oldest_release text not null default ${sql.lit(FIRST_RELEASE)}`.execute(trx)
}

async function refuseOldRelease(trx: Database, release: string) {
  const rows = await trx.selectFrom('schema_migration').select('oldest_release').execute()
  const needed = rows
    .map((row) => row.oldest_release)
    .toSorted(compareReleases)
    .at(-1)
  if (needed === undefined || compareReleases(release, needed) >= 0) return
  throw new Error(
    `This database needs Mandap ${needed} or later, and this is Mandap ${release}. Start ${needed} or a later release.`,
  )
}
