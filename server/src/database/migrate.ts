import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from './connection.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** Applies the numbered SQL files not yet applied, in order, one process at a time. Returns their names. */
export async function migrate(db: Database): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('mandap.migrate'))`.execute(trx)
    await sql`create table if not exists schema_migration (
      name text primary key, applied_at timestamptz not null default now())`.execute(trx)
    const applied = new Set(
      (await trx.selectFrom('schema_migration').select('name').execute()).map((row) => row.name),
    )
    const fresh = files.filter((name) => !applied.has(name))
    for (const name of fresh) {
      await sql.raw(await readFile(new URL(name, FOLDER), 'utf8')).execute(trx)
      await trx.insertInto('schema_migration').values({ name, applied_at: new Date() }).execute()
    }
    return fresh
  })
}
