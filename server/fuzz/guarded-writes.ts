import { sql } from 'kysely'
import type { Database } from '../src/database/connection.ts'

/** The tables that may change although a request is rejected. Every other table is guarded, also one that is added later. */
const UNGUARDED = [
  'fuzz_write',
  // what a failed attempt costs, and the end of the chain, to which its audit entry is added
  'attempt',
  'otp_challenge',
  'passkey_challenge',
  'pending_sign_in',
  'activity_head',
  // the last use of a session, and its end when a refresh token is used again
  'session',
  'refresh_token',
  // what is written after the answer to an earlier request
  'reset_code',
  'activity_logged',
  'presence',
  'write_position',
]

/** The tables of counters, which a roll-up changes after the answer. The records that they count are guarded. */
const COUNTERS = /_(?:count|delta)$/

/**
 * Adds triggers that count the rows written to each table that is not an exception. Rows that are rolled back do not count. Nor
 * do the audit entries of a failed Super Admin elevation and of a failed sign-in, which a rejected request has to write.
 */
export async function guardWrites(db: Database): Promise<void> {
  await sql`create table fuzz_write (name text primary key, n bigint not null)`.execute(db)
  // the role of the server has no right to this table
  await sql`
    create function count_fuzz_write() returns trigger language plpgsql security definer as $$
    begin
      if tg_table_name <> 'activity' or tg_op <> 'INSERT'
        or to_jsonb(new) ->> 'kind' not in ('failElevation', 'failSignIn', 'lockOut') then
        update fuzz_write set n = n + 1 where name = tg_table_name;
      end if;
      return null;
    end $$`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db)
  for (const { name } of rows) {
    if (UNGUARDED.includes(name) || COUNTERS.test(name)) continue
    await sql`insert into fuzz_write values (${name}, 0)`.execute(db)
    await sql`
      create trigger fuzz_write after insert or update or delete on ${sql.table(name)}
      for each row execute function count_fuzz_write()`.execute(db)
  }
}

/** Returns the number of rows written so far, by table. */
export async function countWrites(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`
    select name, n from fuzz_write`.execute(db)
  return new Map(rows.map(({ name, n }) => [name, n]))
}

/** Returns the tables whose number of written rows has grown. */
export function writtenSince(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): string[] {
  return [...after].filter(([name, n]) => n !== before.get(name)).map(([name]) => name)
}
