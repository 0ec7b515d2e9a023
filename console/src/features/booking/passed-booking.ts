import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import { isObject, type JsonObject, readText } from '@mandap/domain/wire/read.ts'

/**
 * The navigation state with which one screen passes a booking to the next (§2.1). Browsers keep the states of their history
 * on the disk, so it has only the id; the booking is in memory.
 */
export interface PassedBooking {
  bookingId: string
  /** The path and search of the list that opened the booking, which is the previous history entry. */
  from: string | null
}

/** Maximum number of bookings in memory: those of the entries that a person may go back to. */
const MAX_PASSED = 50

const passed = new Map<string, JsonObject>()

/** Keeps the booking in memory, and returns the navigation state that passes it. */
export function bookingState(
  { id, original }: Pick<Booking, 'id' | 'original'>,
  from: string | null,
): PassedBooking {
  passed.delete(id)
  passed.set(id, original)
  const [oldest] = passed.keys()
  if (passed.size > MAX_PASSED && oldest !== undefined) passed.delete(oldest)
  return { bookingId: id, from }
}

/** Returns the booking that the state of a history entry passes, or null, as after a reload. */
export function passedBooking(state: unknown): Booking | null {
  if (!isObject(state)) return null
  // another page of the origin may pass the booking itself
  const json = isObject(state['booking'])
    ? state['booking']
    : passed.get(readText(state['bookingId']))
  if (json === undefined) return null
  const booking = bookingFrom(json)
  return booking.id === '' ? null : booking
}

/** Returns the id of the booking that a history entry opens, passed by its state or named in its address, or `''`. */
export function openedBookingId({ search, state }: { search: string; state: unknown }): string {
  return passedBooking(state)?.id ?? bookingIdIn(search)
}

/** Returns whether a history entry opens a booking that has no id, as some plain hosts send. */
export function isWithoutId(state: unknown): boolean {
  return isObject(state) && state['bookingId'] === ''
}

/** Returns the id of the booking in the query string of its screen, or `''`. */
export function bookingIdIn(search: string): string {
  return new URLSearchParams(search).get('id') ?? ''
}

/** Removes the bookings from memory at the end of the session, and after an erasure. */
export function forgetPassedBookings(): void {
  passed.clear()
}
