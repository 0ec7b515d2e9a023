import type { Summary } from '@mandap/contract/summary.ts'
import { sql } from 'kysely'
import { COUNTERS } from '../counters/declaration.ts'
import { counterRows, rollUpWhenMany } from '../counters/read.ts'
import type { Database } from '../database/connection.ts'
import type { OneRow } from '../database/one-row.ts'

/** Reads the counts of the dashboard, of one moment (§2.4). */
export function summary(db: Database): OneRow<Summary> {
  return {
    sql: sql`
      select
        coalesce(json_agg(json_build_object('subject', subject, 'status', status, 'n', n)), '[]') as counts,
        coalesce(sum(deltas), 0)::bigint as deltas
      from (
        select subject, status, sum(n) as n, sum(delta) as deltas
        from (
          select subject, null as status, n, delta
          from ${counterRows(COUNTERS.records, 'record_count')} record
          union all
          select 'booking', status, n, delta
          from ${counterRows(COUNTERS.bookings, 'booking_status_count')} booking
        ) counted
        group by subject, status
      ) sums`,
    columns: ['counts', 'deltas'],
    async valueOf({ counts, deltas }) {
      await rollUpWhenMany(db, COUNTERS.bookings, deltas as number)
      return summaryOf(counts as Count[])
    },
  }
}

interface Count {
  subject: string
  status: string | null
  n: number
}

function summaryOf(counts: readonly Count[]): Summary {
  const ofSubject = (subject: string) => counts.filter((one) => one.subject === subject)
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
