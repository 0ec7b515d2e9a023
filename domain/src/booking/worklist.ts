import type { Today } from '../time/days.ts'
import { matches } from '../rule/matches.ts'
import type { Booking } from './booking.ts'
import { endedBookings } from './ended.ts'
import { bookingIndex } from './index-fields.ts'
import { BOOKING_TABS, type BookingTab, bookingsInTab, visibleBookings } from './tab.ts'

/** The worklists of bookings with their names. */
export const BOOKING_WORKLISTS = { ...BOOKING_TABS, ended: 'Ended, not completed' } as const

export type BookingWorklist = keyof typeof BOOKING_WORKLISTS

/** Returns the worklist that shows the booking today (§4.3, §5.10), or null if none does. */
export function bookingWorklist(booking: Booking, today: Today): BookingWorklist | null {
  const indexFields = bookingIndex(booking)
  if (matches(endedBookings(today), indexFields)) return 'ended'
  if (!matches(visibleBookings(today), indexFields)) return null
  const tabs = Object.keys(BOOKING_TABS) as BookingTab[]
  return tabs.find((tab) => matches(bookingsInTab(tab, today), indexFields)) ?? null
}
