import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { connect } from '../src/database/connection.ts'

/** A database of its own on a PostgreSQL server, empty or a copy of `template`. Call `drop` when done. */
export async function createScratch(serverUrl: string, template = 'template1') {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const maintenance = connect(serverUrl, 1)
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(maintenance)
  return {
    name,
    url: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href,
    async drop() {
      await sql`drop database ${sql.id(name)} with (force)`.execute(maintenance)
      await maintenance.destroy()
    },
  }
}
