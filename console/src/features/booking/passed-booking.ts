import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'

/** The navigation state with which one screen passes a booking to the next (§2.1). */
export interface PassedBooking {
  booking: JsonObject
  /** The path and search of the list that opened the booking, which is the previous history entry. */
  from: string | null
}

export function bookingState(
  booking: Pick<Booking, 'original'>,
  from: string | null,
): PassedBooking {
  return { booking: booking.original, from }
}

/** Returns the booking in the state of a history entry, which survives a reload, or null. */
export function passedBooking(state: unknown): Booking | null {
  if (!isObject(state) || !isObject(state['booking'])) return null
  const booking = bookingFrom(state['booking'])
  return booking.id === '' ? null : booking
}
