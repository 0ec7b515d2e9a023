import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'

/** A booking as one screen hands it to the next through navigation state (§2.1). */
export interface PassedBooking {
  booking: JsonObject
  /** Path and search of the list it was opened from, one step back in the history. */
  from: string | null
}

export function bookingState(
  booking: Pick<Booking, 'original'>,
  from: string | null,
): PassedBooking {
  return { booking: booking.original, from }
}

/** The booking that a history entry carries, also after a reload; null where it carries none. */
export function passedBooking(state: unknown): Booking | null {
  if (!isObject(state) || !isObject(state['booking'])) return null
  const booking = bookingFrom(state['booking'])
  return booking.id === '' ? null : booking
}
