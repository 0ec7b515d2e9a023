import { isDeepStrictEqual } from 'node:util'
import { endedBookings } from '@mandap/domain/booking/ended.ts'
import { expiredBookings } from '@mandap/domain/booking/expiry.ts'
import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { bookingsOfService } from '@mandap/domain/booking/filter.ts'
import type { ServiceCategory } from '@mandap/domain/booking/service.ts'
import { bookingsInTab } from '@mandap/domain/booking/tab.ts'
import { all, blank, type Condition, within } from '@mandap/domain/rule/condition.ts'
import { DAY, daySpan, type Today } from '@mandap/domain/time/days.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { toSql } from '../database/rule-to-sql.ts'
import { rollUpExpirableWhenMany, rollUpWhenMany, summaryOf } from '../counters/counters.ts'
import { BOOKING } from './kind.ts'

/** What the counters know of: a phase, services, and the span of the event's start, `[start, end)`. */
interface Countable {
  phase: string
  services: Condition<BookingIndex>[]
  start: number
  end: number
}

/** How many bookings a condition chooses: from the counters where they know, else by counting rows. */
export async function countBookings(
  db: Database,
  condition: Condition<BookingIndex>,
): Promise<number> {
  if (partsOf(condition).length === 0) return (await summaryOf(db)).bookings
  const expiredAt = expiryOf(condition)
  if (expiredAt !== null) return countExpired(db, expiredAt)
  const countable = countableOf(condition)
  return countable
    ? sumCounts(db, countsOf(countable))
    : countRows(db, toSql(condition, BOOKING.columns))
}

/**
 * Returns how many confirmed events have ended, of one service or of all: those that have begun, without
 * those under way. However many have ended, only those under way are counted by rows.
 */
export function countEnded(db: Database, today: Today, service?: ServiceCategory): Promise<number> {
  const services = service ? [bookingsOfService(service)] : []
  const rowsOf = (condition: Condition<BookingIndex>) =>
    sql`from booking where ${toSql(all(condition, ...services), BOOKING.columns)}`
  const { end } = daySpan(today)
  return sumCounts(db, [
    ...countsOf({ phase: 'confirmed', services, start: -Infinity, end }),
    sql`select -count(*) ${rowsOf(bookingsInTab('inprogress', today))}`,
    // the counters know no event without a first day
    sql`select count(*) ${rowsOf(all(endedBookings(today), blank('dateFrom')))}`,
  ])
}

async function countRows(db: Database, where: RawBuilder<boolean>): Promise<number> {
  const { n } = await db
    .selectFrom('booking')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(where)
    .executeTakeFirstOrThrow()
  return n
}

/** The whole UTC days of the span from the counters, and its ends, shorter than a day, from rows. */
function countsOf({ phase, services, start, end }: Countable): RawBuilder<unknown>[] {
  const first = Math.ceil(start / DAY)
  const last = Math.max(first, Math.floor(end / DAY))
  const kept = sql.join(
    [sql`phase = ${phase}`, ...services.map((part) => toSql(part, BOOKING.columns))],
    sql` and `,
  )
  const days = sql`${kept} and day >= ${asInteger(first)} and day < ${asInteger(last)}`
  const ends = [
    { from: start, to: Math.min(first * DAY, end) },
    { from: Math.max(last * DAY, start), to: end },
  ].filter(({ from, to }) => Number.isFinite(from) && Number.isFinite(to) && from < to)
  return [
    sql`select n from booking_day_count where ${days}`,
    sql`select n from booking_count_delta where ${days}`,
    ...ends.map(
      ({ from, to }) => sql`
        select count(*) from booking where ${kept} and date_from >= ${from} and date_from < ${to}`,
    ),
  ]
}

/** Adds counts up in one snapshot. */
async function sumCounts(db: Database, counts: readonly RawBuilder<unknown>[]): Promise<number> {
  const { rows } = await sql<{ n: number; deltas: number }>`
    select coalesce(sum(n), 0)::bigint as n,
      (select count(*) from booking_count_delta) as deltas
    from (${sql.join(counts, sql` union all `)}) counted`.execute(db)
  const [{ n, deltas }] = rows as [(typeof rows)[number]]
  await rollUpWhenMany(db, deltas)
  return n
}

/** The instant by which a condition chooses the expired bookings, all of them; else null (§4.4). */
function expiryOf(condition: Condition<BookingIndex>): number | null {
  const parts = partsOf(condition)
  const begun = parts.find((part) => part.kind === 'before' && part.field === 'dateFrom')
  if (begun?.kind !== 'before') return null
  return isDeepStrictEqual(parts, partsOf(expiredBookings(begun.bound))) ? begun.bound : null
}

/** The UTC days before that of `now` from the counters, and what of it has begun from rows. */
async function countExpired(db: Database, now: number): Promise<number> {
  const day = Math.floor(now / DAY)
  const today = all(
    expiredBookings(now),
    within<BookingIndex>('dateFrom', { start: day * DAY, end: now }),
  )
  const { rows } = await sql<{ n: number; deltas: number }>`
    select coalesce(sum(n), 0)::bigint as n,
      (select count(*) from booking_expirable_delta) as deltas
    from (
      select n from booking_expirable_count where day < ${asInteger(day)}
      union all select n from booking_expirable_delta where day < ${asInteger(day)}
      union all select count(*) from booking where ${toSql(today, BOOKING.columns)}
    ) counted`.execute(db)
  const [{ n, deltas }] = rows as [(typeof rows)[number]]
  await rollUpExpirableWhenMany(db, deltas)
  return n
}

/** What the counters need to know of a condition; null when it asks for more than they have. */
function countableOf(condition: Condition<BookingIndex>): Countable | null {
  const countable: Countable = { phase: '', services: [], start: -Infinity, end: Infinity }
  for (const part of partsOf(condition)) {
    if (part.kind === 'from' && part.field === 'dateFrom')
      countable.start = Math.max(countable.start, part.bound)
    else if (part.kind === 'before' && part.field === 'dateFrom')
      countable.end = Math.min(countable.end, part.bound)
    else if (part.kind === 'equals' && part.field === 'phase' && countable.phase === '')
      countable.phase = String(part.value)
    else if (part.kind === 'equals' && SERVICES.includes(part.field)) countable.services.push(part)
    else return null
  }
  const { phase, start, end } = countable
  // the counters leave out bookings without a date, which only a bound does too
  return phase !== '' && (start > -Infinity || end < Infinity) ? countable : null
}

const SERVICES: readonly string[] = ['catering', 'photography', 'event']

/** The parts that all have to hold. */
function partsOf(condition: Condition<BookingIndex>): Condition<BookingIndex>[] {
  return condition.kind === 'all' ? condition.of.flatMap(partsOf) : [condition]
}

function asInteger(day: number): number {
  return Math.min(Math.max(day, -(2 ** 31)), 2 ** 31 - 1)
}
