import type { Summary } from '@mandap/contract/summary.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { withTimeLimit } from '../database/serving.ts'

/** Deltas that a reader sums before it rolls them up. */
const MANY_DELTAS = 2000

/** The counts of the dashboard, of one moment (§2.4). */
export async function summaryOf(db: Database): Promise<Summary> {
  const { rows } = await sql<{ subject: string; status: string | null; n: number; deltas: number }>`
    with counted as (
      select subject, null as status, n, 0 as delta from record_count
      union all select subject, null, n, 1 from record_count_delta
      union all select 'booking', status, n, 0 from booking_status_count
      union all select 'booking', status, n, 1 from booking_count_delta
    )
    select subject, status, sum(n)::bigint as n, sum(delta)::bigint as deltas
    from counted group by subject, status`.execute(db)
  await rollUpWhenMany(
    db,
    rows.reduce((sum, { deltas }) => sum + deltas, 0),
  )
  const ofSubject = (subject: string) => rows.filter((row) => row.subject === subject)
  const count = (subject: string) => ofSubject(subject).reduce((sum, { n }) => sum + n, 0)
  return {
    users: count('app_user'),
    bookings: count('booking'),
    partners: count('partner'),
    bookingsByStatus: Object.fromEntries(
      ofSubject('booking')
        .filter(({ n }) => n !== 0)
        .map(({ status, n }) => [status ?? '', n]),
    ),
  }
}

/** Moves the deltas into the counters, however long it takes, where a reader found many of them. */
export async function rollUpWhenMany(db: Database, deltas: number): Promise<void> {
  if (deltas > MANY_DELTAS) await sql`select roll_up_counts()`.execute(withTimeLimit(db, null))
}

/** The same for the counters of partners' lists. */
export async function rollUpPartnersWhenMany(db: Database, deltas: number): Promise<void> {
  if (deltas > MANY_DELTAS)
    await sql`select roll_up_partner_counts()`.execute(withTimeLimit(db, null))
}

/** The same for the counters of expired bookings. */
export async function rollUpExpirableWhenMany(db: Database, deltas: number): Promise<void> {
  if (deltas > MANY_DELTAS)
    await sql`select roll_up_expirable_counts()`.execute(withTimeLimit(db, null))
}

/** The same for the counters of totals. */
export async function rollUpTotalsWhenMany(db: Database, deltas: number): Promise<void> {
  if (deltas > MANY_DELTAS)
    await sql`select roll_up_booking_totals()`.execute(withTimeLimit(db, null))
}
