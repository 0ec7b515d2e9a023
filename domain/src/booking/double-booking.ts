import { all, any, before, type Condition, from, isOneOf } from '../rule/condition.ts'
import { addDays, type LocalDate, localDate, startOfDay } from '../time/days.ts'
import type { Booking } from './booking.ts'
import type { BookingIndex } from './index-fields.ts'
import { type BookingPhase, bookingPhase } from './status.ts'

/** The phases of an open booking, which is neither completed nor cancelled (§2.6). */
export const OPEN_PHASES = ['booked', 'visited', 'confirmed'] as const satisfies BookingPhase[]

/** The days of some partners. */
export interface PartnerDays {
  partnerIds: readonly string[]
  firstDay: LocalDate
  /** Without a last day, every day from the first on. */
  lastDay?: LocalDate | undefined
  timeZone: string
}

/** Selects the open bookings of the partners whose event has one of the days. */
export function bookingsOnDays(days: PartnerDays): Condition<BookingIndex> {
  const { firstDay, lastDay, timeZone } = days
  const start = startOfDay(firstDay, timeZone)
  const end =
    lastDay === undefined ? Number.POSITIVE_INFINITY : startOfDay(addDays(lastDay, 1), timeZone)
  return all(
    isOneOf('partnerId', days.partnerIds),
    isOneOf('phase', OPEN_PHASES),
    before('dateFrom', end),
    // an event that ends before it begins has the day on which it begins
    any(from('dateFrom', start), from('dateTo', start)),
  )
}

interface EventDays {
  firstDay: LocalDate
  lastDay: LocalDate
}

/** Returns the first and the last day of an event, or null if it has no beginning. */
export function eventDays(
  { dateFrom, dateTo }: Pick<Booking, 'dateFrom' | 'dateTo'>,
  timeZone: string,
): EventDays | null {
  if (dateFrom === null) return null
  const firstDay = localDate(dateFrom, timeZone)
  const isSpan = dateTo !== null && dateTo > dateFrom
  return { firstDay, lastDay: isSpan ? localDate(dateTo, timeZone) : firstDay }
}

type PlannedBooking = Pick<Booking, 'id' | 'partnerId' | 'status' | 'dateFrom' | 'dateTo'>

export function isOpen({ status }: Pick<Booking, 'status'>): boolean {
  return (OPEN_PHASES as readonly string[]).includes(bookingPhase(status))
}

/**
 * Returns whether two bookings are a double booking: they are open, have the same partner and a day in common, and
 * at least one of them is confirmed. Two requests for one day are no double booking yet.
 */
export function isDoubleBooking(a: PlannedBooking, b: PlannedBooking, timeZone: string): boolean {
  if (!excludeEachOther(a, b)) return false
  const [one, other] = [eventDays(a, timeZone), eventDays(b, timeZone)]
  return one !== null && other !== null && haveCommonDay(one, other)
}

/** Returns whether two bookings are a double booking if they have a day in common. */
function excludeEachOther(a: PlannedBooking, b: PlannedBooking): boolean {
  if (a.id === b.id || a.partnerId === '' || a.partnerId !== b.partnerId) return false
  if (!isOpen(a) || !isOpen(b)) return false
  return [a, b].some(({ status }) => bookingPhase(status) === 'confirmed')
}

function haveCommonDay(one: EventDays, other: EventDays): boolean {
  return one.firstDay <= other.lastDay && other.firstDay <= one.lastDay
}

/** Returns the bookings that are a double booking together with this one, earliest event first. */
export function doubleBookingsOf<B extends PlannedBooking>(
  booking: PlannedBooking,
  others: readonly B[],
  timeZone: string,
): B[] {
  return others
    .filter((other) => isDoubleBooking(booking, other, timeZone))
    .toSorted((a, b) => (a.dateFrom ?? 0) - (b.dateFrom ?? 0))
}

/** Returns every double booking among the bookings as a pair, earliest event first. */
export function doubleBookings<B extends PlannedBooking>(
  bookings: readonly B[],
  timeZone: string,
): [B, B][] {
  const inOrder = bookings
    .flatMap((booking) => {
      const days = eventDays(booking, timeZone)
      return days ? [{ booking, days }] : []
    })
    .toSorted((a, b) => (a.booking.dateFrom ?? 0) - (b.booking.dateFrom ?? 0))
  const pairs: [B, B][] = []
  // every event after those with a common day begins on a later day
  for (const [at, { booking, days }] of inOrder.entries())
    for (let next = at + 1; next < inOrder.length; next += 1) {
      const later = inOrder[next]
      if (!later || !haveCommonDay(days, later.days)) break
      if (excludeEachOther(booking, later.booking)) pairs.push([booking, later.booking])
    }
  return pairs
}
