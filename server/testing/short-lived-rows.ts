import { sql } from 'kysely'
import type { SHORT_LIVED_TABLES } from '../src/backup/content.ts'
import type { Database } from '../src/database/connection.ts'

/** By table, the values of one row about an administrator `a`. A restore leaves no such row. */
const ROWS = {
  attempt: `'test', a.id::text, 1, now() + interval '1 hour'`,
  factor_enrolment: `'id', a.id, 'secret', 1, now() + interval '1 hour'`,
  idempotency_key: `a.id, gen_random_uuid(), 'PATCH /bookings/1', 'hash', 200, null, '{}', now()`,
  passkey_challenge: `'signIn', 'credential', a.id, 'challenge', now() + interval '1 hour'`,
  pending_sign_in: `'hash', a.id, 'hash', 0, now() + interval '1 hour', null`,
  reset_code: `'short-lived', a.id, true, now(), now() + interval '1 hour', null`,
  session: `gen_random_uuid(), a.id, now(), now(), now(), null, null, '', ''`,
  write_position: `a.id, '0/1'`,
  write_position_start: `true, '0/1'`,
} as const satisfies Record<(typeof SHORT_LIVED_TABLES)[number], string>

/** Stores one row of an administrator in each of these tables. Returns the names of the tables. */
export async function storeShortLivedRows(db: Database, email: string) {
  for (const [table, values] of Object.entries(ROWS))
    await sql`insert into ${sql.table(table)} select ${sql.raw(values)} from administrator a
      where a.email = ${email}`.execute(db)
  return Object.keys(ROWS) as (keyof typeof ROWS)[]
}
