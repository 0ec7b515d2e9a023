import { sql } from 'kysely'
import type { Database } from '../src/database/connection.ts'

/** Does work while PostgreSQL refuses one kind of write to the rows of a table. */
export async function whileRefused<T>(
  db: Database,
  write: 'insert' | 'update' | 'delete',
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  await sql`create or replace function refuse_write() returns trigger language plpgsql
    as 'begin raise exception ''refused by a test''; end'`.execute(db)
  await sql`create trigger refused_write before ${sql.raw(write)} on ${sql.table(table)}
    for each row execute function refuse_write()`.execute(db)
  try {
    return await work()
  } finally {
    await sql`drop trigger refused_write on ${sql.table(table)}`.execute(db)
  }
}
