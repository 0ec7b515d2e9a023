import type { Booking } from '@mandap/domain/booking/booking.ts'
import { dayText, daySpanText } from '../time/date-text.ts'

/** Shown for a missing amount or number (§2). */
export const NOTHING = 'N/A'

let format: Intl.NumberFormat | undefined

/** Returns an amount in rupees, such as '₹2,50,000'. */
export function rupees(amount: number | null): string {
  if (amount === null) return NOTHING
  // created with the first amount, because this is slow on a phone
  format ??= new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    maximumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return format.format(amount)
}

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
