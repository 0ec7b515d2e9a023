import type { Booking } from '@mandap/domain/booking/booking.ts'
import { dayText, daySpanText } from '../time/date-text.ts'
import { NOTHING } from '../../ui/rupees.ts'

/** Returns the day of the event, or its days, such as '5–7 Dec 2027'. */
export function eventDay({
  dateFrom,
  dateTo,
  eventDate,
}: Pick<Booking, 'dateFrom' | 'dateTo' | 'eventDate'>): string {
  return dateFrom === null ? dayText(eventDate) : daySpanText(dateFrom, dateTo)
}

/** Returns a booking's number in upper case, as §2 shows it. */
export function numberText({ numberId }: Pick<Booking, 'numberId'>): string {
  return numberId === '' ? NOTHING : numberId.toUpperCase()
}
