import { all, before, type Condition, equals, from } from '../rule/condition.ts'
import { addDays, daySpan, startOfDay, type Today } from '../time/days.ts'
import type { BookingIndex } from './index-fields.ts'

/** The tabs of Booking Details (§2.5), in order. */
export const BOOKING_TABS = {
  booked: 'Booked',
  visited: 'Partner Visited',
  inprogress: 'Inprogress',
  upcoming: 'Upcoming',
  completed: 'Completed',
  cancelledBooking: 'Cancelled Booking',
  cancelledEvent: 'Cancelled Event',
} as const

export type BookingTab = keyof typeof BOOKING_TABS

export const DEFAULT_BOOKING_TAB: BookingTab = 'booked'

/** Selects the bookings of a tab (§4.3). An ended booking is in no tab: see `endedBookings`. */
export function bookingsInTab(tab: BookingTab, today: Today): Condition<BookingIndex> {
  const { start, end } = daySpan(today)
  switch (tab) {
    case 'inprogress':
      return all(equals('phase', 'confirmed'), before('dateFrom', end), from('dateTo', start))
    case 'upcoming':
      return all(equals('phase', 'confirmed'), from('dateFrom', end))
    default:
      return equals('phase', tab)
  }
}

/** Booking Details hides events that began more than this many days ago (§5.10). */
export const MAX_DAYS_PAST = 6

/** Selects the bookings that Booking Details does not hide (§5.10). */
export function visibleBookings(today: Today): Condition<BookingIndex> {
  return from('dateFrom', firstVisibleInstant(today))
}

/** Returns the earliest start of an event that Booking Details shows (§5.10). */
export function firstVisibleInstant({ date, timeZone }: Today): number {
  return startOfDay(addDays(date, -MAX_DAYS_PAST), timeZone)
}
