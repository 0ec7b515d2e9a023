import type { Booking } from '@mandap/domain/booking/booking.ts'
import { dayText } from '../time/date-text.ts'

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

/** Returns the instant at which the event begins. */
export function eventDay({ dateFrom, eventDate }: Pick<Booking, 'dateFrom' | 'eventDate'>): string {
  return dayText(dateFrom ?? eventDate)
}

/** Returns a booking's number in upper case, as §2 shows it. */
export function numberText({ numberId }: Pick<Booking, 'numberId'>): string {
  return numberId === '' ? NOTHING : numberId.toUpperCase()
}
