import type { Client } from 'pg'
import packageJson from '../../../package.json' with { type: 'json' }
import { isMigration } from '../database/migrate.ts'
import { KEEP_CONTENTS } from '../document/content-lock.ts'
import { BackupError } from './backup-error.ts'
import { type Manifest, type Sequence, SHORT_LIVED_TABLES, type Table } from './content.ts'

// COPY writes the same text for the same rows, whatever the server's own settings are
const COPY_SETTINGS = [
  `set client_encoding = 'UTF8'`,
  `set datestyle = 'ISO'`,
  `set intervalstyle = 'postgres'`,
  `set timezone = 'UTC'`,
  `set bytea_output = 'hex'`,
  'set extra_float_digits = 1',
  // otherwise a large table may be read from its middle
  'set synchronize_seqscans = off',
  'set statement_timeout = 0',
  'set lock_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
]

export async function applyCopySettings(client: Client): Promise<void> {
  for (const setting of COPY_SETTINGS) await client.query(setting)
}

/**
 * Begins a transaction that sees the database as it is now, and returns what there is to back up. Lets no writer wait.
 * Until it ends, no document is encrypted again.
 */
export async function beginSnapshot(client: Client): Promise<Manifest> {
  await applyCopySettings(client)
  await client.query('begin isolation level repeatable read read only')
  await client.query(KEEP_CONTENTS)
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = current_schema()::regnamespace and relname = 'schema_migration'`,
  )
  if (rows.length === 0)
    throw new BackupError('The database is empty: there is nothing to back up.')
  return {
    release: packageJson.version,
    at: new Date().toISOString(),
    migrations: await appliedMigrations(client),
    tables: await tablesOf(client),
    sequences: await sequencesOf(client),
  }
}

async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  // the other rows say which records were computed again
  return rows
    .map(({ name }) => name)
    .filter(isMigration)
    .toSorted()
}

/** Returns the tables of our schema that a backup contains; a table comes after those that it refers to. */
export async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[]; partOf: string[] }>(
    `select c.relname::text as name,
       array(select attname::text from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
         order by attnum) as columns,
       array(select distinct confrelid::regclass::text from pg_constraint
         where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as needs,
       array(select confrelid::regclass::text from pg_constraint
         where conrelid = c.oid and contype = 'f' and confdeltype = 'c') as "partOf"
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and not exists (select from pg_depend
         where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
     order by c.relname collate "C"`,
  )
  const excluded = new Set<string>(SHORT_LIVED_TABLES)
  // a row that is deleted with a session lives no longer than the session
  for (let size = 0; size !== excluded.size; ) {
    size = excluded.size
    for (const { name, partOf } of rows)
      if (partOf.some((owner) => excluded.has(owner))) excluded.add(name)
  }
  const included = rows.filter(({ name }) => !excluded.has(name))
  const ordered: Table[] = []
  for (let left = included; left.length > 0; ) {
    const waiting = new Set(left.map(({ name }) => name))
    const next = left.filter(({ needs }) => !needs.some((name) => waiting.has(name)))
    if (next.length === 0) throw new Error(`Tables refer to each other: ${[...waiting].join(', ')}`)
    ordered.push(...next.map(({ name, columns }) => ({ name, columns })))
    left = left.filter((table) => !next.includes(table))
  }
  return ordered
}

async function sequencesOf(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${client.escapeIdentifier(name)}`,
    )
    for (const { value, called } of found) sequences.push({ name, value, isCalled: called })
  }
  return sequences
}

/** Returns the table and its columns as COPY names them. */
export function copyTarget(client: Client, { name, columns }: Table): string {
  const quoted = columns.map((column) => client.escapeIdentifier(column))
  return `${client.escapeIdentifier(name)} (${quoted.join(', ')})`
}
