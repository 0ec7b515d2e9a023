import {
  all,
  any,
  before,
  blank,
  type Condition,
  equals,
  from,
  isOneOf,
  within,
} from '../rule/condition.ts'
import { daySpan, type Today } from '../rule/days.ts'
import type { BookingFacts } from './facts.ts'
import { CANCELLED_STATUSES } from './status.ts'

/** The groups of a user's bookings (§2.11, §4.3), in the order of their tabs. */
export const BOOKING_GROUPS = {
  pending: { label: 'Pending', empty: 'No pending bookings.' },
  upcoming: { label: 'Upcoming', empty: 'No upcoming events.' },
  ongoing: { label: 'Ongoing', empty: 'No ongoing events.' },
  completed: { label: 'Completed', empty: 'No completed events.' },
  cancelled: { label: 'Cancelled', empty: 'No cancelled bookings.' },
} as const

export type BookingGroup = keyof typeof BOOKING_GROUPS

/** A confirmed event is upcoming, ongoing or completed by the day it begins (§4.3). */
export function bookingsInGroup(group: BookingGroup, today: Today): Condition<BookingFacts> {
  const day = daySpan(today)
  const confirmed = equals<BookingFacts>('phase', 'confirmed')
  switch (group) {
    case 'pending':
      return isOneOf('phase', ['booked', 'visited'])
    case 'upcoming':
      return all(confirmed, from('dateFrom', day.end))
    case 'ongoing':
      return all(confirmed, within('dateFrom', day))
    case 'completed':
      return any(
        equals('phase', 'completed'),
        all(confirmed, any(before('dateFrom', day.start), blank('dateFrom'))),
      )
    case 'cancelled':
      return isOneOf('status', CANCELLED_STATUSES)
  }
}

/** The bookings whose budgets make the revenue (§2.11). */
export const revenueBookings: Condition<BookingFacts> = isOneOf('phase', ['confirmed', 'completed'])
