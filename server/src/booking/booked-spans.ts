import type { BookingCount } from '@mandap/domain/booking/count.ts'
import { expiredBookings } from '@mandap/domain/booking/expiry.ts'
import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { all, type Condition, equals, within } from '@mandap/domain/rule/condition.ts'
import { EVER, type Span } from '@mandap/domain/time/days.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  BOOKED_SPAN_BITS,
  COUNTERS,
  EVENT_SPAN_BITS,
  LONG_SPAN_BITS,
} from '../counters/declaration.ts'
import { counterRows } from '../counters/read.ts'
import { toSql } from '../database/rule-to-sql.ts'
import type { Spans } from '../records/spans.ts'
import { BOOKING } from './kind.ts'
import { mostEvents } from './total.ts'
import { wholeUnits } from './whole-units.ts'

/**
 * Returns how many bookings of a list were booked in each span of time, as far as the counters know it. If all events of the
 * list begin on a few `days`, it also returns how many bookings of these days were booked in each span.
 */
export function bookedSpans(
  condition: Condition<BookingIndex>,
  count: BookingCount,
  days: Span | undefined,
): Spans {
  return {
    bits: BOOKED_SPAN_BITS,
    counts: isNarrowed(count) ? undefined : countsOf(condition, count),
    outline: days && count.by === 'eventStart' ? outlineOf(count, days) : undefined,
  }
}

function union(counts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(counts, sql` union all `)
}

/** Whether the list is narrowed by what the counters of spans do not contain. */
function isNarrowed(count: BookingCount): boolean {
  switch (count.by) {
    case 'eventStart':
      return Boolean(count.counted.service ?? count.counted.numberId)
    case 'expiry':
      return Boolean(count.numberId)
    default:
      return false
  }
}

function countsOf(
  condition: Condition<BookingIndex>,
  count: BookingCount,
): RawBuilder<unknown> | undefined {
  switch (count.by) {
    case 'all':
    case 'status':
    case 'service':
      return counterPart('booking_span_count', toSql(condition, BOOKING.columns))
    case 'eventStart':
      return union(ofEventStart(count))
    case 'expiry':
      return union(ofExpiry(count))
    case 'rows':
      return undefined
  }
}

/** Counts all events of each event span, so that no bookings are read at both ends. */
function outlineOf(
  count: Extract<BookingCount, { by: 'eventStart' }>,
  days: Span,
): Spans['outline'] {
  const { phase } = count.counted
  const unit = 2 ** EVENT_SPAN_BITS
  const start = Math.floor(days.start / unit) * unit
  const end = days.end > days.start ? Math.ceil(days.end / unit) * unit : start
  return {
    counts: union(ofSpan({ start, end }, spansOfPhase(equals<BookingIndex>('phase', phase)))),
    // with a service or a number, PostgreSQL would read another index from its start to its end
    atMost: isNarrowed(count) ? undefined : mostEvents(count),
  }
}

function ofEventStart({
  counted,
  plusStatus,
  plus = [],
  minus,
}: Extract<BookingCount, { by: 'eventStart' }>): RawBuilder<unknown>[] {
  return [
    ...ofSpan(counted.span, spansOfPhase(equals<BookingIndex>('phase', counted.phase))),
    ...(plusStatus ? [counterPart('booking_span_count', toSql(plusStatus, BOOKING.columns))] : []),
    ...plus.map((part) => rowPart(part)),
    ...(minus ? [rowPart(minus, -1)] : []),
  ]
}

function spansOfPhase(ofPhase: Condition<BookingIndex>): CountedSpans {
  const phase = toSql(ofPhase, BOOKING.columns)
  return {
    long: (whole) => counterPart('booking_long_span_count', sql`${phase} and ${whole}`),
    short: (whole) => counterPart('booking_event_span_count', sql`${phase} and ${whole}`),
    rows: (end) => rowPart(all(ofPhase, within<BookingIndex>('dateFrom', end))),
  }
}

function ofExpiry({ now }: Extract<BookingCount, { by: 'expiry' }>): RawBuilder<unknown>[] {
  const begun = { ...EVER, end: now }
  return ofSpan(begun, {
    long: (whole) => counterPart('booking_expirable_long_span_count', whole),
    short: (whole) => counterPart('booking_expirable_span_count', whole),
    rows: (end) => rowPart(all(expiredBookings(now), within<BookingIndex>('dateFrom', end))),
  })
}

/** How the events that begin in long spans, in shorter ones, and in the hours at both ends are counted. */
interface CountedSpans {
  long: (whole: RawBuilder<boolean>) => RawBuilder<unknown>
  short: (whole: RawBuilder<boolean>) => RawBuilder<unknown>
  rows: (end: Span) => RawBuilder<unknown>
}

/** Counts the events of a span of instants by as few counters as possible. */
function ofSpan(span: Span, { long, short, rows }: CountedSpans): RawBuilder<unknown>[] {
  const { whole, ends } = wholeUnits(span, 2 ** LONG_SPAN_BITS, 'long_span')
  const shorter = ends.map((end) => wholeUnits(end, 2 ** EVENT_SPAN_BITS, 'event_span'))
  return [
    long(whole),
    ...shorter.map((end) => short(end.whole)),
    ...shorter.flatMap((end) => end.ends.map(rows)),
  ]
}

function counterPart(table: string, where: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`select booked_span as span, n from ${counterRows(COUNTERS.bookings, table)} counter where ${where}`
}

function rowPart(condition: Condition<BookingIndex>, sign: 1 | -1 = 1): RawBuilder<unknown> {
  return sql`
    select (booked_at >> ${sql.lit(BOOKED_SPAN_BITS)})::integer, ${sql.lit(sign)}
    from booking where ${toSql(condition, BOOKING.columns)}`
}
