import type { Today } from '../rule/days.ts'
import { matches } from '../rule/matches.ts'
import type { Booking } from './booking.ts'
import { endedBookings } from './ended.ts'
import { bookingFacts } from './facts.ts'
import { BOOKING_TABS, type BookingTab, bookingsInTab, visibleBookings } from './tab.ts'

/** The lists in which staff look for a booking by its stage, with their names. */
export const BOOKING_PLACES = { ...BOOKING_TABS, ended: 'Ended, not completed' } as const

export type BookingPlace = keyof typeof BOOKING_PLACES

/** The list that shows the booking today; null when none does (§4.3, §5.10). */
export function bookingPlace(booking: Booking, today: Today): BookingPlace | null {
  const facts = bookingFacts(booking)
  if (matches(endedBookings(today), facts)) return 'ended'
  if (!matches(visibleBookings(today), facts)) return null
  const tabs = Object.keys(BOOKING_TABS) as BookingTab[]
  return tabs.find((tab) => matches(bookingsInTab(tab, today), facts)) ?? null
}
