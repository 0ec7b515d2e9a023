import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect } from '../src/database/connection.ts'

/** Returns every row of every table of a database as PostgreSQL writes it, by table. Bytes are hexadecimal. */
export async function dumpOf(url: string): Promise<Map<string, string>> {
  const db = connect(url, 1)
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select nspname as schema, relname as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'm') and nspname <> 'information_schema' and nspname not like 'pg\_%'
    order by 1, 2`.execute(db)
  const dump = new Map<string, string>()
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select content::text as row from ${sql.table(`${schema}.${name}`)} as content`.execute(db)
    dump.set(name, rows.map(({ row }) => row).join('\n'))
  }
  await db.destroy()
  return dump
}

/** Returns the forms in which a dump can have a secret: as text, and the bytes of its encodings. */
export function formsOf(secret: string): string[] {
  const encodings = ['utf8', 'base64url'] as const
  return [secret, ...encodings.map((encoding) => Buffer.from(secret, encoding).toString('hex'))]
}

/** Returns what the PostgreSQL of a test run has logged. */
export async function postgresLog(url: string): Promise<string> {
  const db = connect(url, 1)
  const { rows } = await sql<{ folder: string }>`
    select current_setting('data_directory') as folder`.execute(db)
  await db.destroy()
  return readFile(join(rows[0]?.folder ?? '', 'server.log'), 'utf8')
}
