import type { Booking } from '@mandap/domain/booking/booking.ts'
import { shortMonthName } from './month-names.ts'
import { padded } from './today.ts'

/** Shown for a missing date (§2.7). */
export const NO_DATE = 'No Date'
export const NOTHING = 'N/A'

/** Returns the operator's calendar day, such as '05 Dec 2026'. */
export function dayText(instant: number | null): string {
  if (instant === null) return NO_DATE
  const at = new Date(instant)
  return `${padded(at.getDate())} ${monthOf(at)}`
}

/** Returns a time on the operator's clock, such as '5 Dec 2026, 10:30 am'. */
export function momentText(instant: number): string {
  const at = new Date(instant)
  const hour = at.getHours()
  const clock = `${hour % 12 || 12}:${padded(at.getMinutes())} ${hour < 12 ? 'am' : 'pm'}`
  return `${at.getDate()} ${monthOf(at)}, ${clock}`
}

function monthOf(at: Date): string {
  return `${shortMonthName(at.getMonth())} ${at.getFullYear()}`
}

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
