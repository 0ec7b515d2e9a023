import type { Totals } from '@mandap/contract/totals.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { type BookingIndex, bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { bookingsOfService } from '@mandap/domain/booking/filter.ts'
import {
  BOOKING_GROUP_NAMES,
  bookingsInGroup,
  confirmedBookings,
  otherBookings,
  revenueBookings,
} from '@mandap/domain/booking/group.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { BOOKING_PHASES, bookingPhase } from '@mandap/domain/booking/status.ts'
import { totalsMonths } from '@mandap/domain/booking/totals.ts'
import type { Condition } from '@mandap/domain/rule/condition.ts'
import { DAY, daySpan, type Span, type Today } from '@mandap/domain/time/days.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { type RawBuilder, sql } from 'kysely'
import { BOOKING } from '../booking/kind.ts'
import type { Database } from '../database/connection.ts'
import { toSql } from '../database/rule-to-sql.ts'
import { COUNTERS, QUARTER_HOUR } from '../counters/declaration.ts'
import { counterRows, rollUpWhenMany } from '../counters/read.ts'

interface Sums {
  /** 0 is before the first month; a number above the last is after it. */
  months: { bucket: number; n: number; paise: string }[]
  services: (Pick<BookingIndex, 'catering' | 'photography' | 'event'> & { n: number })[]
  statuses: { status: string; n: number }[]
  /** Confirmed events that begin before today, today and after it: 0, 1 and 2. */
  confirmed: { bucket: number; n: number }[]
  deltas: number
}

/** Returns the totals of all bookings at one moment (§2.11), from the counters, in any time zone. */
export async function totalsOf(db: Database, today: Today): Promise<Totals> {
  const months = totalsMonths(today)
  const bounds = [...months.map(({ start }) => start), months.at(-1)?.end ?? 0]
  const { rows } = await sql<{ sums: Sums }>`
    with slices as (${areQuarterHours(bounds) ? SLICES : INSTANTS}),
    by_month as (
      select width_bucket(slice, ${bounds}::bigint[]) as bucket, sum(n) as n, sum(paise)::text as paise
      from slices group by 1
    ), by_service as (
      select catering, photography, event, sum(n) as n
      from ${counterRows(COUNTERS.totals, 'booking_service_count')} counted group by 1, 2, 3
    ), by_status as (
      select status, sum(n) as n
      from ${counterRows(COUNTERS.bookings, 'booking_status_count')} counted group by 1
    ), by_day as (${confirmedAbout(daySpan(today))})
    select jsonb_build_object(
      'months', (select coalesce(jsonb_agg(by_month), '[]') from by_month),
      'services', (select coalesce(jsonb_agg(by_service), '[]') from by_service),
      'statuses', (select coalesce(jsonb_agg(by_status), '[]') from by_status),
      'confirmed', (select coalesce(jsonb_agg(by_day), '[]') from by_day),
      'deltas', (select count(*) from booking_total_delta)
    ) as sums`.execute(db)
  const [{ sums }] = rows as [(typeof rows)[number]]
  await rollUpWhenMany(db, COUNTERS.totals, sums.deltas)
  return {
    revenue: String(sums.months.reduce((sum, { paise }) => sum + BigInt(paise), 0n)),
    months: months.map(({ month }, at) => {
      const found = sums.months.find(({ bucket }) => bucket === at + 1)
      return { month, bookings: found?.n ?? 0, revenue: found?.paise ?? '0' }
    }),
    services: servicesOf(sums),
    ...groupsOf(sums, today),
  }
}

const SLICES = sql`
  select slice, n, paise from ${counterRows(COUNTERS.totals, 'booking_month_count')} counted`

/** The bookings themselves, each as its own slice. */
const INSTANTS = sql`
  select coalesce(created_at, month_slice(null)) as slice, 1 as n, 0::numeric as paise from booking
  union all
  select coalesce(date_from, month_slice(null)), 0, paise(budget) from booking
  where ${toSql(revenueBookings, BOOKING.columns)}`

/** Returns whether slices begin at all of these instants. Before 1972, the offset of a zone could have minutes or seconds. */
function areQuarterHours(bounds: readonly number[]): boolean {
  return bounds.every((bound) => bound % QUARTER_HOUR === 0)
}

/**
 * Returns the SQL of confirmed events before, on and after a day. Counters have the whole UTC days, and the quarter
 * hours of the UTC days in which the day begins and ends.
 */
function confirmedAbout({ start, end }: Span): RawBuilder<unknown> {
  const cut = [...new Set([start, end].map((bound) => Math.floor(bound / DAY)))]
  const confirmed = toSql(confirmedBookings, BOOKING.columns)
  const whole = sql`${confirmed} and day <> all(${cut}::integer[])`
  const counts = [
    sql`
      select day * ${sql.lit(DAY)}::bigint as at, n
      from ${counterRows(COUNTERS.bookings, 'booking_day_count')} counted where ${whole}`,
    ...cut.map((day) => ofDay(confirmed, day, areQuarterHours([start, end]))),
  ]
  return sql`
    select width_bucket(at, ${[start, end]}::bigint[]) as bucket, sum(n) as n
    from (${sql.join(counts, sql` union all `)}) counted group by 1`
}

/** Returns the SQL of the events of a UTC day: by the quarter hour, or one by one if the counters do not have the bounds. */
function ofDay(
  where: RawBuilder<unknown>,
  day: number,
  byQuarterHour: boolean,
): RawBuilder<unknown> {
  const [begin, end] = [day * DAY, (day + 1) * DAY]
  if (!byQuarterHour)
    return sql`
      select date_from, 1 from booking where ${where} and date_from >= ${begin} and date_from < ${end}`
  return sql`
    select quarter_hour * ${sql.lit(QUARTER_HOUR)}, n
    from ${counterRows(COUNTERS.bookings, 'booking_quarter_hour_count')} counted
    where ${where} and quarter_hour >= ${begin / QUARTER_HOUR} and quarter_hour < ${end / QUARTER_HOUR}`
}

/** The index fields of an empty booking. */
const BLANK = bookingIndex(bookingFrom({}))

function servicesOf({ services }: Sums): Totals['services'] {
  const count = (category: (typeof SERVICE_CATEGORIES)[number]) =>
    services
      .filter((indexFields) => matches(bookingsOfService(category), { ...BLANK, ...indexFields }))
      .reduce((sum, { n }) => sum + n, 0)
  return Object.fromEntries(
    SERVICE_CATEGORIES.map((category) => [category, count(category)]),
  ) as Totals['services']
}

/** Applies the rules of the groups to one example booking for all with the same status and span. */
function groupsOf({ statuses, confirmed }: Sums, today: Today): Pick<Totals, 'groups' | 'other'> {
  const { start, end } = daySpan(today)
  const [status] = BOOKING_PHASES.confirmed
  const dated = confirmed.map(({ bucket, n }) => ({
    indexFields: bookingIndex(bookingFrom({ status, dateFrom: [start - 1, start, end][bucket] })),
    n,
  }))
  const undated = statuses.map((counted) => ({
    indexFields: bookingIndex(bookingFrom({ status: counted.status })),
    n: bookingPhase(counted.status) === 'confirmed' ? counted.n - total(dated) : counted.n,
  }))
  const count = (rule: Condition<BookingIndex>) =>
    total([...dated, ...undated].filter(({ indexFields }) => matches(rule, indexFields)))
  const groups = Object.fromEntries(
    BOOKING_GROUP_NAMES.map((group) => [group, count(bookingsInGroup(group, today))]),
  ) as Totals['groups']
  return { groups, other: count(otherBookings) }
}

function total(counted: readonly { n: number }[]): number {
  return counted.reduce((sum, { n }) => sum + n, 0)
}
