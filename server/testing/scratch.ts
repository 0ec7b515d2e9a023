import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { connect, type Database } from '../src/database/connection.ts'
import { migrate } from '../src/database/migrate.ts'
import { prepareKeys } from '../src/database/encryption-keys.ts'
import { testKeys } from './encryption-key.ts'

/** Creates a database on a PostgreSQL server, empty or a copy of `template`. Call `drop` when done. */
export async function createScratch(serverUrl: string, template = 'template1') {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const maintenance = connect(serverUrl, 1)
  // the default writes each page of the template to the log, which takes four times as long
  await sql`create database ${sql.id(name)} template ${sql.id(template)} strategy file_copy`.execute(
    maintenance,
  )
  return {
    name,
    url: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href,
    async drop() {
      await sql`drop database ${sql.id(name)} with (force)`.execute(maintenance)
      await maintenance.destroy()
    },
    /** Keeps the database under another name, instead of `drop`. Nothing may be connected to it. */
    async keepAs(kept: string) {
      await sql`alter database ${sql.id(name)} rename to ${sql.id(kept)}`.execute(maintenance)
      await maintenance.destroy()
    },
  }
}

/** Returns whether a PostgreSQL server has a database of this name. */
export async function hasDatabase(serverUrl: string, name: string): Promise<boolean> {
  const maintenance = connect(serverUrl, 1)
  const { rows } = await sql`select from pg_database where datname = ${name}`.execute(maintenance)
  await maintenance.destroy()
  return rows.length > 0
}

/** Applies newer migrations to a database that was kept. */
export async function migrateKept(url: string): Promise<void> {
  const db = connect(url, 1)
  await migrate(db)
  await db.destroy()
}

/** Creates a migrated database and fills it before it is used. Call `drop` when done. */
export async function createFilled(
  serverUrl: string,
  fill: (store: { db: Database; url: string }) => Promise<void>,
) {
  const scratch = await createScratch(serverUrl)
  const db = connect(scratch.url, 10, { keys: testKeys() })
  await migrate(db)
  await prepareKeys(db)
  await fill({ db, url: scratch.url })
  await db.destroy()
  return scratch
}
