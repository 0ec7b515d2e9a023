import { counted } from '@mandap/domain/text/counted.ts'
import { MAX_CLOCK_SKEW_MS } from '../clock/skew.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Config } from '../config/config.ts'
import { checkConnections } from '../database/check-connection.ts'
import { connect, type Database } from '../database/connection.ts'
import { EncryptionKeys, keysOf } from '../database/encryption-keys.ts'
import { defaultKeyFile, keyFileExists } from '../database/key-file.ts'
import { compareReleases, pendingMigrations } from '../database/migrate.ts'
import { withPostgres } from '../database/open.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { reasonOf } from '../error/reason.ts'

/** Milliseconds by which the clocks of two servers may differ before somebody should look. */
const NOTABLE_SKEW_MS = 2000

/** Checks the database: that it answers, its version, its migrations, its clock and the key of what is encrypted. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = config
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres')))
    return [
      ok('Database', 'There is none yet. The first start makes the embedded one.'),
      ...(await firstKey(config)),
    ]
  try {
    if (databaseUrl) await checkConnections({ databaseUrl, databaseOwnerUrl })
    return await withPostgres(config, 'npm run doctor', async (url) => {
      const db = connect(url, 2, { keys: new EncryptionKeys(config) })
      try {
        return [
          ...(await checkVersion(db)),
          ...(await checkSchema(db)),
          ...(await checkKey(db, config)),
          ...rights(config),
        ]
      } finally {
        await db.destroy()
      }
    })
  } catch (error) {
    return [
      problem(
        'Database',
        error instanceof Error ? error.message : reasonOf(error),
        databaseUrl === undefined
          ? 'Start the server once, and see what it prints.'
          : 'Check DATABASE_URL and DATABASE_OWNER_URL, that PostgreSQL runs, and that it accepts connections from this machine.',
      ),
    ]
  }
}

async function checkVersion(db: Database): Promise<Finding[]> {
  const before = Date.now()
  const { rows } = await sql<{ version: string; encoding: string; now: Date; max: string }>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      clock_timestamp() as now, current_setting('max_connections') as max`.execute(db)
  const after = Date.now()
  const [
    { version, encoding, now, max } = { version: '', encoding: '', now: new Date(), max: '' },
  ] = rows
  const skew = Math.max(before - now.getTime(), now.getTime() - after, 0)
  return [
    encoding === 'UTF8'
      ? ok(
          'Database',
          `PostgreSQL ${version}, which accepts ${max} connections; each server uses up to 12.`,
        )
      : problem(
          'Database',
          `Its encoding is ${encoding}.`,
          'Create the database again: createdb --template template0 --encoding UTF8 mandap',
        ),
    clockFinding(skew),
  ]
}

/** Compares the clocks of this machine and of the database. */
export function clockFinding(skewMs: number): Finding {
  const text = `The clocks of this machine and of the database differ by ${(skewMs / 1000).toFixed(1)} s.`
  const fix = 'Run NTP on both machines, for example with systemd-timesyncd or chrony.'
  if (skewMs > MAX_CLOCK_SKEW_MS) return problem('Clock', text, fix)
  return skewMs > NOTABLE_SKEW_MS ? warning('Clock', text, fix) : ok('Clock', text)
}

async function checkSchema(db: Database): Promise<Finding[]> {
  const { rows } = await sql<{ exists: boolean; may_create: boolean }>`
    select to_regclass('schema_migration') is not null as exists,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create`.execute(db)
  if (rows[0]?.may_create === false)
    return [
      problem(
        'Migrations',
        'The role that migrates the database may not create tables in it.',
        'Make it the owner: alter database … owner to …',
      ),
    ]
  if (!rows[0]?.exists)
    return [ok('Migrations', 'The database is empty. The first start fills it.')]
  const needed = await db
    .selectFrom('schema_migration')
    .select('oldest_release')
    .distinct()
    .execute()
  const newest =
    needed
      .map((row) => row.oldest_release)
      .toSorted(compareReleases)
      .at(-1) ?? ''
  if (compareReleases(packageJson.version, newest) < 0)
    return [
      problem(
        'Migrations',
        `The database needs Mandap ${newest} or later, and this is Mandap ${packageJson.version}.`,
        `Install Mandap ${newest}.`,
      ),
    ]
  const pending = await pendingMigrations(db)
  return [
    pending.length === 0
      ? ok('Migrations', `Mandap ${packageJson.version}, and the database is up to date.`)
      : warning(
          'Migrations',
          `The database lacks ${counted(pending.length, ['migration', 'migrations'])}, from ${pending[0]}.`,
          'Make a backup. The next start of a server applies them.',
        ),
  ]
}

async function checkKey(db: Database, config: Config): Promise<Finding[]> {
  const stored = await storedKeys(db)
  if (stored === 'none') return firstKey(config)
  // the finding about the role says why
  if (stored === 'denied') return []
  try {
    await keysOf(db).check(db)
    return [ok('Key', 'The key file has the key of this database.')]
  } catch (error) {
    return [
      problem(
        'Key',
        `The stored numbers and documents cannot be read: ${reasonOf(error)}`,
        'Put the key back with which they were encrypted, or set ENCRYPTION_KEY_FILE to its file.',
      ),
    ]
  }
}

/**
 * Returns whether the database has data keys, or 'denied' if the role may not read them. The database of an earlier release
 * has no table of data keys, and so none.
 */
async function storedKeys(db: Database): Promise<'some' | 'none' | 'denied'> {
  const { rows } = await sql<{ exists: boolean; readable: boolean | null }>`
    select to_regclass('data_key') is not null as exists,
      has_table_privilege(to_regclass('data_key'), 'select') as readable`.execute(db)
  const [{ exists, readable } = { exists: false, readable: null }] = rows
  if (!exists) return 'none'
  if (!readable) return 'denied'
  return (await db.selectFrom('data_key').select('id').executeTakeFirst()) ? 'some' : 'none'
}

/** Says where a first start makes the key, unless the file is there or a setting names it. */
async function firstKey({
  dataDir,
  encryptionKeyFile,
}: Pick<Config, 'dataDir' | 'encryptionKeyFile'>): Promise<Finding[]> {
  const file = defaultKeyFile(dataDir)
  if (encryptionKeyFile !== undefined || (await keyFileExists(file))) return []
  return [ok('Key file', `The first start will make ${file}.`)]
}

function rights({ databaseUrl, databaseOwnerUrl }: Config): Finding[] {
  if (databaseUrl === undefined || databaseOwnerUrl !== undefined) return []
  return [
    warning(
      'Audit log',
      'The role of DATABASE_URL owns the tables, so the server could change the audit log.',
      'Create a second role for DATABASE_URL, and set DATABASE_OWNER_URL to the owner.',
    ),
  ]
}
