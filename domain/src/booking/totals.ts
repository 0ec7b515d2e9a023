import { matches } from '../rule/matches.ts'
import { type Month, monthAt, monthSpan, type Span, type Today } from '../time/days.ts'
import type { BookingIndex } from './index-fields.ts'
import { bookingsOfService } from './filter.ts'
import {
  BOOKING_GROUP_NAMES,
  type BookingGroup,
  bookingsInGroup,
  otherBookings,
  revenueBookings,
} from './group.ts'
import { paiseOf } from '../money/paise.ts'
import { SERVICE_CATEGORIES, type ServiceCategory } from './service.ts'

/** The totals of all bookings (§2.4, §2.11). Money is in paise. */
export interface Totals {
  /** The sum of the budgets of `revenueBookings`, including bookings without a date. */
  revenue: bigint
  months: readonly MonthTotal[]
  /** Bookings per category. A booking of two categories counts in both (§3). */
  services: Readonly<Record<ServiceCategory, number>>
  groups: GroupCounts
  /** Bookings in no group. Groups and `other` add up to all bookings. */
  other: number
}

/** The totals of a calendar month of the administrator. */
export interface MonthTotal {
  month: Month
  /** Bookings that were made in this month. */
  bookings: number
  /** Paise of the events that begin in this month. */
  revenue: bigint
}

export type GroupCounts = Readonly<Record<BookingGroup, number>>

/** The months of the totals before and after the current one. */
export const MONTHS_BEFORE = 11
export const MONTHS_AFTER = 6

/** Returns the months of the totals in order. Each begins at the instant at which the previous one ends. */
export function totalsMonths(today: Today): (Span & { month: Month })[] {
  return Array.from({ length: MONTHS_BEFORE + 1 + MONTHS_AFTER }, (_, index) => ({
    month: monthAt(today, index - MONTHS_BEFORE),
    ...monthSpan(today, index - MONTHS_BEFORE),
  }))
}

/** Returns the totals of bookings. Our own server computes the same from its counters. */
export function totalsOf(bookings: Iterable<BookingIndex>, today: Today): Totals {
  const months = totalsMonths(today).map((month) => ({ ...month, bookings: 0, revenue: 0n }))
  const monthOf = (instant: number | null) =>
    instant === null
      ? undefined
      : months.find(({ start, end }) => instant >= start && instant < end)
  const services = counting(SERVICE_CATEGORIES, bookingsOfService)
  const groups = counting(BOOKING_GROUP_NAMES, (group) => bookingsInGroup(group, today))
  let revenue = 0n
  let other = 0
  for (const indexFields of bookings) {
    const monthBooked = monthOf(indexFields.createdAt)
    if (monthBooked) monthBooked.bookings += 1
    services.add(indexFields)
    groups.add(indexFields)
    if (matches(otherBookings, indexFields)) other += 1
    if (!matches(revenueBookings, indexFields)) continue
    const paise = BigInt(paiseOf(indexFields.budget))
    revenue += paise
    const monthOfEvent = monthOf(indexFields.dateFrom)
    if (monthOfEvent) monthOfEvent.revenue += paise
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

/** The number of a user's bookings: all, including those in no group, and per group (§2.11). */
export type UserBookingCounts = GroupCounts & { readonly all: number }

/** Counts the bookings of a user. */
export function userBookingCounts(
  bookings: Iterable<BookingIndex>,
  today: Today,
): UserBookingCounts {
  const groups = counting(BOOKING_GROUP_NAMES, (group) => bookingsInGroup(group, today))
  let counted = 0
  for (const indexFields of bookings) {
    groups.add(indexFields)
    counted += 1
  }
  return { ...groups.counts, all: counted }
}

/** Returns one count per name, and a function that adds a booking to the counts whose rules select it. */
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
