import type { Booking } from './booking.ts'
import { bookingIndex } from './index-fields.ts'
import { bookingsNumbered } from './filter.ts'
import { bookingNumber, MAX_SUGGESTIONS } from './number.ts'
import { matches } from '../rule/matches.ts'

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
  const started = like.filter((booking) => matches(bookingsNumbered(typed), bookingIndex(booking)))
  const found = new Map(
    [...exactlyNumbered(typed, lookedUp), ...started].map((booking) => [booking.id, booking]),
  )
  return [...found.values()].toSorted(byNumber).slice(0, MAX_SUGGESTIONS)
}

/** The bookings with exactly this number. */
export function exactlyNumbered(text: string, bookings: readonly Booking[]): Booking[] {
  const typed = bookingNumber(text)
  return bookings.filter(({ numberId }) => typed !== '' && bookingNumber(numberId) === typed)
}

function byNumber(one: Booking, other: Booking): number {
  const [a, b] = [bookingNumber(one.numberId), bookingNumber(other.numberId)]
  return a < b ? -1 : a > b ? 1 : 0
}
