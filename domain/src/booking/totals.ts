import { matches } from '../rule/matches.ts'
import { type Month, monthAt, monthSpan, type Span, type Today } from '../time/days.ts'
import type { BookingIndex } from './index-fields.ts'
import { bookingsOfService } from './filter.ts'
import {
  BOOKING_GROUPS,
  type BookingGroup,
  bookingsInGroup,
  otherBookings,
  revenueBookings,
} from './group.ts'
import { paiseOf } from './money.ts'
import { SERVICE_CATEGORIES, type ServiceCategory } from './service.ts'

/** What all bookings come to (§2.11). Money is in paise. */
export interface Totals {
  /** The budgets of `revenueBookings`, also of those without a date. */
  revenue: bigint
  months: readonly MonthTotal[]
  /** Bookings of each category; one of two categories counts in both (§3). */
  services: Readonly<Record<ServiceCategory, number>>
  groups: GroupCounts
  /** Bookings of no group: with them the groups add up to all bookings. */
  other: number
}

/** A month of the operator's calendar. */
export interface MonthTotal {
  month: Month
  /** By the day on which they were booked. */
  bookings: number
  /** By the day on which the event begins. */
  revenue: bigint
}

export type GroupCounts = Readonly<Record<BookingGroup, number>>

/** The months that totals tell of: a year to the operator's own month, and half a year ahead. */
export const MONTHS_BEFORE = 11
export const MONTHS_AFTER = 6

/** The months that totals tell of, in order, one beginning where the other ends. */
export function monthsAbout(today: Today): (Span & { month: Month })[] {
  return Array.from({ length: MONTHS_BEFORE + 1 + MONTHS_AFTER }, (_, at) => ({
    month: monthAt(today, at - MONTHS_BEFORE),
    ...monthSpan(today, at - MONTHS_BEFORE),
  }))
}

/** Sums bookings up, as our server does by counters. */
export function totalsOf(bookings: Iterable<BookingIndex>, today: Today): Totals {
  const months = monthsAbout(today).map((month) => ({ ...month, bookings: 0, revenue: 0n }))
  const monthOf = (instant: number | null) =>
    instant === null
      ? undefined
      : months.find(({ start, end }) => instant >= start && instant < end)
  const services = counting(SERVICE_CATEGORIES, bookingsOfService)
  const groups = counting(groupNames(), (group) => bookingsInGroup(group, today))
  let revenue = 0n
  let other = 0
  for (const indexFields of bookings) {
    const booked = monthOf(indexFields.createdAt)
    if (booked) booked.bookings += 1
    services.add(indexFields)
    groups.add(indexFields)
    if (matches(otherBookings, indexFields)) other += 1
    if (!matches(revenueBookings, indexFields)) continue
    const paise = BigInt(paiseOf(indexFields.budget))
    revenue += paise
    const held = monthOf(indexFields.dateFrom)
    if (held) held.revenue += paise
  }
  return {
    revenue,
    months: months.map(({ month, bookings: n, revenue: sum }) => ({
      month,
      bookings: n,
      revenue: sum,
    })),
    services: services.counts,
    groups: groups.counts,
    other,
  }
}

/** How many of some bookings each group has (§4.3). */
export function groupCounts(bookings: Iterable<BookingIndex>, today: Today): GroupCounts {
  const groups = counting(groupNames(), (group) => bookingsInGroup(group, today))
  for (const indexFields of bookings) groups.add(indexFields)
  return groups.counts
}

function groupNames(): readonly BookingGroup[] {
  return Object.keys(BOOKING_GROUPS) as BookingGroup[]
}

/** Counts the bookings that each of some rules chooses. */
function counting<Name extends string>(
  names: readonly Name[],
  ruleOf: (name: Name) => Parameters<typeof matches<BookingIndex>>[0],
) {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
  const rules = names.map((name) => [name, ruleOf(name)] as const)
  return {
    counts,
    add(indexFields: BookingIndex) {
      for (const [name, rule] of rules) if (matches(rule, indexFields)) counts[name] += 1
    },
  }
}
