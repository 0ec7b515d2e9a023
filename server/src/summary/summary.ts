import type { Summary } from '@mandap/contract/summary.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { COUNTERS } from '../counters/declaration.ts'
import { counterRows, rollUpWhenMany } from '../counters/read.ts'
import type { Database } from '../database/connection.ts'
import { registerRoute } from '../http/route.ts'

/** Handles `GET /summary`. */
export function registerSummary(app: FastifyInstance, { db }: { db: Database }): void {
  registerRoute(app, 'GET /summary', () => summaryOf(db))
}

/** Returns the counts of the dashboard, of one moment (§2.4). */
export async function summaryOf(db: Database): Promise<Summary> {
  const { rows } = await sql<{ subject: string; status: string | null; n: number; deltas: number }>`
    select subject, status, sum(n)::bigint as n, sum(delta)::bigint as deltas
    from (
      select subject, null as status, n, delta
      from ${counterRows(COUNTERS.records, 'record_count')} record
      union all
      select 'booking', status, n, delta
      from ${counterRows(COUNTERS.bookings, 'booking_status_count')} booking
    ) counted
    group by subject, status`.execute(db)
  const deltas = rows.reduce((sum, row) => sum + row.deltas, 0)
  await rollUpWhenMany(db, COUNTERS.bookings, deltas)
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
