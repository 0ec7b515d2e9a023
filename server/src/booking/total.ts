import type { BookingCount, CountedEvents } from '@mandap/domain/booking/count.ts'
import { expiredBookings } from '@mandap/domain/booking/expiry.ts'
import { bookingsNumbered, bookingsOfService } from '@mandap/domain/booking/filter.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { type BookingIndex, bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { bookingNumber } from '@mandap/domain/booking/number.ts'
import { all, type Condition, equals, everything, within } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { DAY, EVER, type Span } from '@mandap/domain/time/days.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  COUNTERS,
  type CounterSet,
  EVENT_SPAN_BITS,
  NUMBER_PART,
  QUARTER_HOUR,
} from '../counters/declaration.ts'
import { counterRows, rollUpWhenMany } from '../counters/read.ts'
import type { Database } from '../database/connection.ts'
import type { OneRow } from '../database/one-row.ts'
import { toSql } from '../database/rule-to-sql.ts'
import { BOOKING } from './kind.ts'
import { wholeUnits } from './whole-units.ts'

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
      if (isLong(count.counted.numberId)) return countRows(condition)
      return countByEventStart(db, count)
    case 'expiry':
      if (isLong(count.numberId)) return countRows(condition)
      return countExpired(db, count)
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

/** Whether a prefix of a number is longer than those that the counters contain. Few bookings share such a prefix. */
function isLong(numberId = ''): boolean {
  return bookingNumber(numberId).length > NUMBER_PART
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

function countByEventStart(
  db: Database,
  { counted, plusStatus, plus = [], minus }: Extract<BookingCount, { by: 'eventStart' }>,
): OneRow<number> {
  const narrowing = narrowingOf(counted)
  const statuses = plusStatus && toSql(plusStatus, BOOKING.columns)
  return sumParts(db, COUNTERS.bookings, [
    ...countsOf(counted),
    ...(statuses ? [counterPart(COUNTERS.bookings, 'booking_status_count', statuses)] : []),
    ...plus.map((part) => rowPart(all(part, narrowing))),
    ...(minus ? [rowPart(all(minus, narrowing), -1)] : []),
  ])
}

/** Returns the SQL of the most bookings that a list can have: those that its count adds up, before it subtracts any. */
export function mostEvents({
  counted,
  plus = [],
}: Pick<Extract<BookingCount, { by: 'eventStart' }>, 'counted' | 'plus'>): RawBuilder<unknown> {
  const parts = [...countsOf(counted), ...plus.map((part) => rowPart(part))]
  return sql`select coalesce(sum(n), 0) from (${union(parts)}) counted`
}

/** Counts whole days and quarter hours, or spans of a number, by counters, and the rest at both ends by rows. */
function countsOf(counted: CountedEvents): RawBuilder<unknown>[] {
  const { phase, numberId, span } = counted
  const isOfPhase = equals<BookingIndex>('phase', phase)
  const ofPhase = all(isOfPhase, narrowingOf(counted))
  const inCounter = (table: string, whole: RawBuilder<boolean>) =>
    counterPart(COUNTERS.bookings, table, sql`${toSql(ofPhase, BOOKING.columns)} and ${whole}`)
  const inRows = (end: Span) => rowPart(all(ofPhase, within<BookingIndex>('dateFrom', end)))
  if (!numberId) return daysOf(span, inCounter, inRows)
  const among = sql`
    from ${counterRows(COUNTERS.bookings, 'booking_number_count')} counter
    where ${toSql(isOfPhase, BOOKING.columns)}`
  return [
    numberedPart(numberId, among, {
      numbered: spansOf(span, inCounter, inRows),
      everyNumber: countsOf({ ...counted, numberId: undefined }),
    }),
  ]
}

/**
 * Counts the numbered bookings, without the number if all numbers of a counter start with the typed text, as all do with its
 * first characters. The counters of days then know more than those of numbers. `among` selects the rows of the counter.
 */
function numberedPart(
  typed: string,
  among: RawBuilder<unknown>,
  { numbered, everyNumber }: Record<'numbered' | 'everyNumber', readonly RawBuilder<unknown>[]>,
): RawBuilder<unknown> {
  const starts = toSql(bookingsNumbered(typed), BOOKING.columns)
  const sum = (parts: readonly RawBuilder<unknown>[]) =>
    sql`(select coalesce(sum(n), 0)::bigint from (${union(parts)}) counted)`
  // all start with the text if the first and the last one do
  return sql`
    select case when (
      select bool_and(${starts}) from (
        select min(number_id) as number_id ${among} union all select max(number_id) ${among}
      ) as ends
    ) is false then ${sum(numbered)} else ${sum(everyNumber)} end as n`
}

function narrowingOf({ service, numberId = '' }: CountedEvents): Condition<BookingIndex> {
  return all(
    service ? bookingsOfService(service) : everything<BookingIndex>(),
    bookingsNumbered(numberId),
  )
}

type InCounter = (table: string, whole: RawBuilder<boolean>) => RawBuilder<unknown>
type InRows = (end: Span) => RawBuilder<unknown>

function daysOf(span: Span, inCounter: InCounter, inRows: InRows): RawBuilder<unknown>[] {
  const days = wholeUnits(span, DAY, 'day')
  const quarters = days.ends.map((end) => wholeUnits(end, QUARTER_HOUR, 'quarter_hour'))
  return [
    inCounter('booking_day_count', days.whole),
    ...quarters.map(({ whole }) => inCounter('booking_quarter_hour_count', whole)),
    ...quarters.flatMap(({ ends }) => ends.map(inRows)),
  ]
}

function spansOf(span: Span, inCounter: InCounter, inRows: InRows): RawBuilder<unknown>[] {
  const { whole, ends } = wholeUnits(span, 2 ** EVENT_SPAN_BITS, 'event_span')
  return [inCounter('booking_number_count', whole), ...ends.map(inRows)]
}

/** Counts the days or spans before that of `now` by counters, and the hours up to `now` by rows. */
function countExpired(
  db: Database,
  { now, numberId = '' }: Extract<BookingCount, { by: 'expiry' }>,
): OneRow<number> {
  const numbered = bookingsNumbered(numberId)
  const begun = { ...EVER, end: now }
  const inRows = (narrowing: Condition<BookingIndex>) => (end: Span) =>
    rowPart(all(expiredBookings(now), narrowing, within<BookingIndex>('dateFrom', end)))
  const days = wholeUnits(begun, DAY, 'day')
  const everyNumber = [
    counterPart(COUNTERS.expirable, 'booking_expirable_count', days.whole),
    ...days.ends.map(inRows(everything())),
  ]
  if (!numberId) return sumParts(db, COUNTERS.expirable, everyNumber)
  const spans = wholeUnits(begun, 2 ** EVENT_SPAN_BITS, 'event_span')
  const where = sql<boolean>`${toSql(numbered, BOOKING.columns)} and ${spans.whole}`
  const table = 'booking_expirable_number_count'
  return sumParts(db, COUNTERS.bookings, [
    numberedPart(numberId, sql`from ${counterRows(COUNTERS.bookings, table)} counter`, {
      numbered: [counterPart(COUNTERS.bookings, table, where), ...spans.ends.map(inRows(numbered))],
      everyNumber,
    }),
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
      from (${union(parts)}) counted`,
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

function union(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(parts, sql` union all `)
}
