import type { Booking } from '@mandap/domain/booking/booking.ts'
import { bookingFacts } from '@mandap/domain/booking/facts.ts'
import {
  type BookingFilter,
  bookingsListed,
  bookingsNumbered,
} from '@mandap/domain/booking/filter.ts'
import { bookingNumber, MOST_SUGGESTIONS } from '@mandap/domain/booking/number.ts'
import { bookingStatusLabel } from '@mandap/domain/booking/status.ts'
import {
  BOOKING_TABS,
  type BookingTab,
  bookingsInTab,
  visibleBookings,
} from '@mandap/domain/booking/tab.ts'
import type { Today } from '@mandap/domain/rule/days.ts'
import { matches } from '@mandap/domain/rule/matches.ts'

/**
 * What is suggested for typed text: bookings whose number starts with it, by number, at most 8. Of
 * what the host found by its own lookup, only those with exactly this number are kept (§5.4).
 */
export function suggestedBookings(
  text: string,
  like: readonly Booking[],
  lookedUp: readonly Booking[],
): Booking[] {
  const typed = bookingNumber(text)
  if (typed === '') return []
  const started = like.filter((booking) => matches(bookingsNumbered(typed), bookingFacts(booking)))
  const found = new Map(
    [...exactlyNumbered(typed, lookedUp), ...started].map((booking) => [booking.id, booking]),
  )
  return [...found.values()].toSorted(byNumber).slice(0, MOST_SUGGESTIONS)
}

/** The bookings with exactly this number. */
export function exactlyNumbered(text: string, bookings: readonly Booking[]): Booking[] {
  const typed = bookingNumber(text)
  return bookings.filter(({ numberId }) => typed !== '' && bookingNumber(numberId) === typed)
}

/** The tab of Booking Details that shows the booking today, or null when none does (§4.3, §5.10). */
export function tabOf(booking: Booking, today: Today): BookingTab | null {
  const facts = bookingFacts(booking)
  if (!matches(visibleBookings(today), facts)) return null
  const tabs = Object.keys(BOOKING_TABS) as BookingTab[]
  return tabs.find((tab) => matches(bookingsInTab(tab, today), facts)) ?? null
}

/** Where a booking is that a filter does not list, as a sentence; null when it lists it. */
export function whereElse(booking: Booking, filter: BookingFilter, today: Today): string | null {
  const facts = bookingFacts(booking)
  if (matches(bookingsListed(filter, today), facts)) return null
  const number = booking.numberId.toUpperCase()
  const tab = tabOf(booking, today)
  if (tab === filter.tab) return `${number} is in this tab, but another filter hides it.`
  if (tab !== null) return `${number} is in ${BOOKING_TABS[tab]}.`
  const label = bookingStatusLabel(booking.status).replace(/\.$/, '')
  if (booking.dateFrom === null)
    return `${number} has no event date, so no tab lists it. Status: ${label}.`
  if (!matches(visibleBookings(today), facts))
    return `${number} began more than 6 days ago, so no tab lists it. Status: ${label}.`
  return `${number} is in no tab. Status: ${label}.`
}

function byNumber(one: Booking, other: Booking): number {
  const [a, b] = [bookingNumber(one.numberId), bookingNumber(other.numberId)]
  return a < b ? -1 : a > b ? 1 : 0
}
