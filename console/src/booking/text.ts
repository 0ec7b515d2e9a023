import type { Booking } from '@mandap/domain/booking/booking.ts'
import { shortMonthName } from './month-names.ts'
import { padded } from './today.ts'

/** What stands where a booking lacks something (§2.7). */
export const NO_DATE = 'No Date'
export const NOTHING = 'N/A'

/** '05 Dec 2026', the operator's calendar day. */
export function dayText(instant: number | null): string {
  if (instant === null) return NO_DATE
  const at = new Date(instant)
  return `${padded(at.getDate())} ${monthOf(at)}`
}

/** '5 Dec 2026, 10:30 am' on the operator's clock. */
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

/** '₹2,50,000'. */
export function rupees(amount: number | null): string {
  if (amount === null) return NOTHING
  // made when the first amount is shown: a phone takes its time for it
  format ??= new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    maximumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return format.format(amount)
}

/** When the event begins. */
export function eventDay({ dateFrom, eventDate }: Pick<Booking, 'dateFrom' | 'eventDate'>): string {
  return dayText(dateFrom ?? eventDate)
}

/** A booking's number as staff read it: in upper case, as all of §2 has it. */
export function numberText({ numberId }: Pick<Booking, 'numberId'>): string {
  return numberId === '' ? NOTHING : numberId.toUpperCase()
}
