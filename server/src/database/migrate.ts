import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Database } from './connection.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** The oldest release of a migration that names none. */
const FIRST_RELEASE = '0.1.0'

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
 * Applies the SQL files that are not yet applied, in order, in one process at a time. Returns their names.
 * Throws if the database requires a newer release than `release`.
 */
export async function migrate(db: Database, release = packageJson.version): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('mandap.migrate'))`.execute(trx)
    await sql.raw(CREATE_SCHEMA_MIGRATION).execute(trx)
    await addOldestRelease(trx)
    await refuseOldRelease(trx, release)
    const fresh = await pendingMigrations(trx)
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

/** Returns the names of the SQL files that are not yet applied, in order. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const files = await migrationFiles()
  const rows = await db.selectFrom('schema_migration').select('name').execute()
  const applied = new Set(rows.map((row) => row.name))
  return files.filter((name) => !applied.has(name))
}

/** Returns the names of the SQL files, in order. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter(isMigration).toSorted()
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
