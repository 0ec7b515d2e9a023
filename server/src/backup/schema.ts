import type { Client } from 'pg'
import packageJson from '../../../package.json' with { type: 'json' }
import { CREATE_SCHEMA_MIGRATION, migrationFiles, readMigration } from '../database/migrate.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './content.ts'
import { tablesOf } from './snapshot.ts'

/** Throws a `BackupError` if the backup has a migration that this release does not know. */
export async function refuseNewerSchema({ release, migrations }: Manifest): Promise<void> {
  const known = new Set(await migrationFiles())
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown === undefined) return
  throw new BackupError(
    `This backup was made by Mandap ${release}, and its database has the migration ${unknown}, which this release ` +
      `(${packageJson.version}) does not have. Restore it with the release that made it, or a later one.`,
  )
}

/** Throws a `BackupError` if the database has tables. */
export async function refuseFilled(client: Client): Promise<void> {
  const { rows } = await client.query<{ database: string; tables: number }>(
    `select current_database() as database, count(*)::int as tables from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'f', 'v', 'm', 'S')
       and not exists (select from pg_depend
         where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`,
  )
  const [found] = rows
  if (found?.tables === 0) return
  throw new BackupError(
    `The database ${found?.database} is not empty. Restore into an empty database or a new DATA_DIR.`,
  )
}

/**
 * Creates the tables as the migrations of the backup made them, within the client's transaction. Throws a `BackupError` for a
 * backup of a newer release.
 */
export async function createSchema(client: Client, manifest: Manifest): Promise<void> {
  await refuseNewerSchema(manifest)
  const { migrations, tables } = manifest
  await client.query(CREATE_SCHEMA_MIGRATION)
  for (const name of migrations) await client.query(await readMigration(name))
  const made = new Map((await tablesOf(client)).map((table) => [table.name, table]))
  for (const { name, columns } of tables) {
    const table = made.get(name)
    const lacking = columns.filter((column) => !table?.columns.includes(column))
    if (table && lacking.length > 0)
      throw new BackupError(
        `The table ${name} of the backup has columns that its migrations do not make: ${lacking.join(', ')}.`,
      )
  }
}

/** A schema without rows, whose indexes and triggers are missing until `finish` is called. */
export interface EmptiedSchema {
  /** The names of the tables. */
  tables: ReadonlySet<string>
  finish(): Promise<void>
}

/** Removes the rows that migrations inserted, the indexes, and what would act on inserted rows. */
export async function emptySchema(client: Client): Promise<EmptiedSchema> {
  const { rows: all } = await client.query<{ name: string; isFilled: boolean }>(
    `select quote_ident(relname) as name, pg_relation_size(oid) > 0 as "isFilled" from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indrelid
     where relnamespace = current_schema()::regnamespace and not indisunique`,
  )
  for (const { name } of all) await client.query(`alter table ${name} disable trigger user`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  // truncating an empty table takes as long as one with rows: a second for all tables
  const filled = all.filter(({ isFilled }) => isFilled).map(({ name }) => name)
  if (filled.length > 0) await client.query(`truncate ${filled.join(', ')} cascade`)
  return {
    tables: new Set((await tablesOf(client)).map(({ name }) => name)),
    async finish() {
      for (const { definition } of indexes) await client.query(definition)
      for (const { name } of all) await client.query(`alter table ${name} enable trigger user`)
    },
  }
}
