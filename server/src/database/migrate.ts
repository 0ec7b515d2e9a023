import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from './connection.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** Applies the numbered SQL files not yet applied, in order, one process at a time. Returns their names. */
export async function migrate(db: Database): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('mandap.migrate'))`.execute(trx)
    await sql`create table if not exists schema_migration (
      name text primary key, applied_at timestamptz not null default now())`.execute(trx)
    const fresh = await pendingMigrations(trx)
    for (const name of fresh) {
      await sql.raw(await readFile(new URL(name, FOLDER), 'utf8')).execute(trx)
      await trx.insertInto('schema_migration').values({ name, applied_at: new Date() }).execute()
    }
    return fresh
  })
}

/** Names of the SQL files that the database has not seen, in order. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  const rows = await db.selectFrom('schema_migration').select('name').execute()
  const applied = new Set(rows.map((row) => row.name))
  return files.filter((name) => !applied.has(name))
}
