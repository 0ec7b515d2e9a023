import type { Booking } from '@mandap/domain/booking/booking.ts'
import { timeZone } from './today.ts'

/** What stands where a booking lacks something (§2.7). */
export const NO_DATE = 'No Date'
export const NOTHING = 'N/A'

const DAY = new Intl.DateTimeFormat('en-US', {
  timeZone: timeZone(),
  day: '2-digit',
  month: 'short',
  year: 'numeric',
})

const MOMENT = new Intl.DateTimeFormat('en-US', {
  timeZone: timeZone(),
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

const RUPEES = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})

/** '05 Dec 2026', the operator's calendar day. */
export function dayText(instant: number | null): string {
  return instant === null ? NO_DATE : dayOf(partsOf(DAY, instant))
}

/** '5 Dec 2026, 10:30 am' on the operator's clock. */
export function momentText(instant: number): string {
  const parts = partsOf(MOMENT, instant)
  return `${dayOf(parts)}, ${parts.hour}:${parts.minute} ${parts.dayPeriod?.toLowerCase()}`
}

function dayOf({ day, month, year }: Parts): string {
  return `${day} ${month} ${year}`
}

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

// their order and what joins them is ours: browsers differ in it ('05-Dec-2026', '05 Sept 2026')
function partsOf(format: Intl.DateTimeFormat, instant: number): Parts {
  return Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
}

/** '₹2,50,000'. */
export function rupees(amount: number | null): string {
  return amount === null ? NOTHING : RUPEES.format(amount)
}

/** When the event begins. */
export function eventDay({ dateFrom, eventDate }: Pick<Booking, 'dateFrom' | 'eventDate'>): string {
  return dayText(dateFrom ?? eventDate)
}

/** A booking's number as staff read it: in upper case, as all of §2 has it. */
export function numberText({ numberId }: Pick<Booking, 'numberId'>): string {
  return numberId === '' ? NOTHING : numberId.toUpperCase()
}
