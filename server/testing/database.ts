import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { connect } from '../src/database/connection.ts'
import { migrate } from '../src/database/migrate.ts'

/** A migrated, empty database of its own for one test file. Call `drop` when done. */
export async function scratchDatabase(serverUrl = inject('postgresUrl')) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const maintenance = connect(serverUrl, 1)
  await sql`create database ${sql.id(name)}`.execute(maintenance)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const db = connect(url)
  await migrate(db)
  return {
    url,
    db,
    async drop() {
      await db.destroy()
      await sql`drop database ${sql.id(name)} with (force)`.execute(maintenance)
      await maintenance.destroy()
    },
  }
}
