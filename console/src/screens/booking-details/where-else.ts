import type { Booking } from '@mandap/domain/booking/booking.ts'
import { bookingFacts } from '@mandap/domain/booking/facts.ts'
import { type BookingFilter, bookingsListed } from '@mandap/domain/booking/filter.ts'
import { bookingStatusLabel } from '@mandap/domain/booking/status.ts'
import { BOOKING_TABS, tabShowing, visibleBookings } from '@mandap/domain/booking/tab.ts'
import type { Today } from '@mandap/domain/rule/days.ts'
import { matches } from '@mandap/domain/rule/matches.ts'

/** Where a booking is that a filter does not list, as a sentence; null when it lists it. */
export function whereElse(booking: Booking, filter: BookingFilter, today: Today): string | null {
  const facts = bookingFacts(booking)
  if (matches(bookingsListed(filter, today), facts)) return null
  const number = booking.numberId.toUpperCase()
  const tab = tabShowing(booking, today)
  if (tab === filter.tab) return `${number} is in this tab, but another filter hides it.`
  if (tab !== null) return `${number} is in ${BOOKING_TABS[tab]}.`
  const label = bookingStatusLabel(booking.status).replace(/\.$/, '')
  if (booking.dateFrom === null)
    return `${number} has no event date, so no tab lists it. Status: ${label}.`
  if (!matches(visibleBookings(today), facts))
    return `${number} began more than 6 days ago, so no tab lists it. Status: ${label}.`
  return `${number} is in no tab. Status: ${label}.`
}
