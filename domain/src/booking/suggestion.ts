import type { Booking } from './booking.ts'
import { bookingIndex } from './index-fields.ts'
import { bookingsNumbered } from './filter.ts'
import { bookingNumber, MAX_SUGGESTIONS } from './number.ts'
import { matches } from '../rule/matches.ts'

/**
 * Returns at most 8 bookings whose number starts with the typed text, in order of their numbers. Of `lookedUp`, the
 * host's answer for this number, only bookings with exactly this number are kept (§5.4).
 */
export function suggestedBookings(
  text: string,
  candidates: readonly Booking[],
  lookedUp: readonly Booking[],
): Booking[] {
  const typed = bookingNumber(text)
  if (typed === '') return []
  const condition = bookingsNumbered(typed)
  const matching = candidates.filter((booking) => matches(condition, bookingIndex(booking)))
  const found = new Map(
    [...withExactNumber(typed, lookedUp), ...matching].map((booking) => [booking.id, booking]),
  )
  return [...found.values()].toSorted(byNumber).slice(0, MAX_SUGGESTIONS)
}

/** Returns the bookings with exactly this number. */
export function withExactNumber(text: string, bookings: readonly Booking[]): Booking[] {
  const typed = bookingNumber(text)
  return bookings.filter(({ numberId }) => typed !== '' && bookingNumber(numberId) === typed)
}

function byNumber(one: Booking, other: Booking): number {
  const [a, b] = [bookingNumber(one.numberId), bookingNumber(other.numberId)]
  return a < b ? -1 : a > b ? 1 : 0
}
