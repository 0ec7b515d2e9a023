import type { BookingCount, CountedEvents } from '@mandap/domain/booking/count.ts'
import { expiredBookings } from '@mandap/domain/booking/expiry.ts'
import { bookingsOfService } from '@mandap/domain/booking/filter.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { type BookingIndex, bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { all, type Condition, equals, everything, within } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { DAY } from '@mandap/domain/time/days.ts'
import { type RawBuilder, sql } from 'kysely'
import { COUNTERS, type CounterSet } from '../counters/declaration.ts'
import { counterRows, rollUpWhenMany } from '../counters/read.ts'
import type { Database } from '../database/connection.ts'
import type { OneRow } from '../database/one-row.ts'
import { toSql } from '../database/rule-to-sql.ts'
import { BOOKING } from './kind.ts'

/** Reads how many bookings satisfy the condition of a list, which declares how it is counted. */
export function countBookings(
  db: Database,
  condition: Condition<BookingIndex>,
  count: BookingCount,
): OneRow<number> {
  switch (count.by) {
    case 'all':
      return sumParts(db, COUNTERS.bookings, [
        counterPart(COUNTERS.bookings, 'booking_status_count', sql`true`),
      ])
    case 'eventStart':
      return countByEventStart(db, count)
    case 'expiry':
      return countExpired(db, count.now)
    case 'status':
      return countByStatus(db, condition)
    case 'service':
      return sumParts(db, COUNTERS.totals, [
        counterPart(COUNTERS.totals, 'booking_service_count', toSql(condition, BOOKING.columns)),
      ])
    case 'rows':
      return countRows(condition)
  }
}

function countRows(condition: Condition<BookingIndex>): OneRow<number> {
  return {
    sql: sql`select count(*) as n ${matching(condition)}`,
    columns: ['n'],
    valueOf: ({ n }) => n as number,
    needsOwnPlan: true,
  }
}

/** Applies the condition to one example booking for all with the same status. */
function countByStatus(db: Database, condition: Condition<BookingIndex>): OneRow<number> {
  const rows = counterRows(COUNTERS.bookings, 'booking_status_count')
  return {
    sql: sql`
      select coalesce(json_object_agg(status, n), '{}') as counts, coalesce(sum(deltas), 0)::bigint as deltas
      from (select status, sum(n) as n, sum(delta) as deltas from ${rows} counter group by status) counted`,
    columns: ['counts', 'deltas'],
    async valueOf({ counts, deltas }) {
      await rollUpWhenMany(db, COUNTERS.bookings, deltas as number)
      return Object.entries(counts as Record<string, number>)
        .filter(([status]) => matches(condition, bookingIndex(bookingFrom({ status }))))
        .reduce((sum, [, n]) => sum + n, 0)
    },
  }
}

/** Counts whole UTC days by counters, and the hours at both ends by rows. */
function countByEventStart(
  db: Database,
  { counted, plus, minus }: Extract<BookingCount, { by: 'eventStart' }>,
): OneRow<number> {
  const { phase, service, span } = counted
  const ofService = service ? bookingsOfService(service) : everything<BookingIndex>()
  const ofPhase = all(equals<BookingIndex>('phase', phase), ofService)
  const { first, last, ends } = wholeDays(span)
  const days = sql<boolean>`${toSql(ofPhase, BOOKING.columns)} and day >= ${asInteger(first)} and day < ${asInteger(last)}`
  return sumParts(db, COUNTERS.bookings, [
    counterPart(COUNTERS.bookings, 'booking_day_count', days),
    ...ends.map((end) => rowPart(all(ofPhase, within<BookingIndex>('dateFrom', end)))),
    ...(plus ? [rowPart(all(plus, ofService))] : []),
    ...(minus ? [rowPart(all(minus, ofService), -1)] : []),
  ])
}

/** Returns the UTC days within a span, `[first, last)`, and the parts of the span outside of them. */
function wholeDays({ start, end }: CountedEvents['span']) {
  const first = Math.ceil(start / DAY)
  const last = Math.max(first, Math.floor(end / DAY))
  const ends = [
    { start, end: Math.min(first * DAY, end) },
    { start: Math.max(last * DAY, start), end },
  ].filter((part) => Number.isFinite(part.start) && Number.isFinite(part.end))
  return { first, last, ends: ends.filter((part) => part.start < part.end) }
}

/** Counts the UTC days before that of `now` by counters, and the hours of that day by rows. */
function countExpired(db: Database, now: number): OneRow<number> {
  const day = Math.floor(now / DAY)
  const today = within<BookingIndex>('dateFrom', { start: day * DAY, end: now })
  return sumParts(db, COUNTERS.expirable, [
    counterPart(COUNTERS.expirable, 'booking_expirable_count', sql`day < ${asInteger(day)}`),
    rowPart(all(expiredBookings(now), today)),
  ])
}

/** Adds counts in one snapshot, and rolls the deltas up if there are many. */
function sumParts(
  db: Database,
  set: CounterSet,
  parts: readonly RawBuilder<unknown>[],
): OneRow<number> {
  return {
    sql: sql`
      select coalesce(sum(n), 0)::bigint as n,
        (select count(*) from ${sql.table(set.delta)}) as deltas
      from (${sql.join(parts, sql` union all `)}) counted`,
    columns: ['n', 'deltas'],
    async valueOf({ n, deltas }) {
      await rollUpWhenMany(db, set, deltas as number)
      return n as number
    },
  }
}

function counterPart(set: CounterSet, table: string, where: RawBuilder<boolean>) {
  return sql`select n from ${counterRows(set, table)} counter where ${where}`
}

function rowPart(condition: Condition<BookingIndex>, sign: 1 | -1 = 1): RawBuilder<unknown> {
  return sql`select ${sql.raw(sign < 0 ? '-' : '')}count(*) ${matching(condition)}`
}

function matching(condition: Condition<BookingIndex>): RawBuilder<unknown> {
  return sql`from booking where ${toSql(condition, BOOKING.columns)}`
}

function asInteger(day: number): number {
  return Math.min(Math.max(day, -(2 ** 31)), 2 ** 31 - 1)
}
