import { type Booking, firstDayOf } from '@mandap/domain/booking/booking.ts'
import { readFirst, readRupees, readText } from '@mandap/domain/wire/read.ts'
import { daySpanText, NO_DATE } from '../time/date-text.ts'
import { NOTHING, rupees } from '../../ui/rupees.ts'

/** Returns the day of the event, or its days, such as '5–7 Dec 2027'. */
export function eventDay(booking: Pick<Booking, 'dateFrom' | 'dateTo' | 'eventDate'>): string {
  return daySpanText(firstDayOf(booking), booking.dateFrom === null ? null : booking.dateTo)
}

/** Returns the day of the event, or what the record has in place of a date, such as '05/12/2026'. */
export function wholeEventDay(booking: Booking): string {
  const isRead = booking.dateFrom !== null || booking.eventDate !== null
  const written = isRead ? '' : readFirst(booking.original, 'dateFrom', 'eventDate')
  return written || eventDay(booking)
}

/** Returns the text of a date that cannot be read as the record has it. */
export function unreadDate(value: unknown): string {
  return readText(value) || NO_DATE
}

/** Returns a budget in rupees, or what the record has in its place, such as '1.2 lakh'. */
export function wholeBudget(value: unknown): string {
  const amount = readRupees(value)
  return amount === null ? readText(value) || NOTHING : rupees(amount)
}

/** Returns a booking's number in upper case, as §2 shows it. */
export function numberText({ numberId }: Pick<Booking, 'numberId'>): string {
  return numberId === '' ? NOTHING : numberId.toUpperCase()
}
