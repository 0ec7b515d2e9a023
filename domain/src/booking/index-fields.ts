import { DAY } from '../time/days.ts'
import { fold, foldTogether } from '../text/text.ts'
import type { Booking } from './booking.ts'
import { bookingNumber } from './number.ts'
import { serviceCategories } from './service.ts'
import { type BookingPhase, bookingPhase } from './status.ts'

/** The fields that conditions test. The server stores each of them in a column beside the record. */
export interface BookingIndex {
  id: string
  numberId: string
  status: string
  phase: BookingPhase | ''
  dateFrom: number | null
  /** A missing `dateTo` counts as `dateFrom`. */
  dateTo: number | null
  createdAt: number | null
  /** The sort key: `createdAt`, or 0 if it is missing. */
  bookedAt: number
  /** Whole days of 24 hours from `createdAt` to `dateFrom` (§4.4); `null` if either is missing. */
  leadDays: number | null
  catering: boolean
  photography: boolean
  event: boolean
  partnerId: string
  /** Folded. */
  partnerName: string
  userId: string
  budget: number | null
  /** The folded text that the dashboard search looks in (§5.5). */
  searchText: string
}

export function bookingIndex(booking: Booking): BookingIndex {
  const { dateFrom, createdAt } = booking
  const categories = serviceCategories(booking)
  return {
    id: booking.id,
    numberId: bookingNumber(booking.numberId),
    status: booking.status,
    phase: bookingPhase(booking.status),
    dateFrom,
    dateTo: booking.dateTo ?? dateFrom,
    createdAt,
    bookedAt: createdAt ?? 0,
    leadDays:
      dateFrom === null || createdAt === null ? null : Math.floor((dateFrom - createdAt) / DAY),
    catering: categories.includes('Catering'),
    photography: categories.includes('Photography'),
    event: categories.includes('Event'),
    partnerId: booking.partnerId,
    partnerName: fold(booking.partnerName),
    userId: booking.userId,
    budget: booking.budget,
    searchText: foldTogether([
      booking.numberId,
      booking.eventType,
      booking.partnerName,
      booking.location,
      booking.transactionId,
    ]),
  }
}
