import type { Booking } from '@mandap/domain/booking/booking.ts'
import { textWithMore } from '@mandap/domain/text/found-part.ts'
import { eventDay, numberText } from './text.ts'

/** Returns the texts below the number of a booking that a search finds, as far as the record has them. */
export function shownTexts(booking: Booking): string[] {
  const { eventType, partnerName, location } = booking
  return [eventType, eventDay(booking), partnerName, location].filter(Boolean)
}

/** Returns the transaction id of a booking if a search finds more by it than by the texts that are always shown, or null. */
export function foundTransaction(booking: Booking, typed: string): string | null {
  const shown = [numberText(booking), ...shownTexts(booking)]
  return textWithMore(typed, shown, [booking.transactionId])
}
