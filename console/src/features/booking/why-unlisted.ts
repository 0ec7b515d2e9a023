import type { Booking } from '@mandap/domain/booking/booking.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { type BookingListing, bookingsOf } from '@mandap/domain/booking/listing.ts'
import { BOOKING_WORKLISTS, bookingWorklist } from '@mandap/domain/booking/worklist.ts'
import { bookingStatusLabel } from '@mandap/domain/booking/status.ts'
import { visibleBookings } from '@mandap/domain/booking/tab.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { numberText } from './text.ts'

/** A list with the filters of §2.5: a tab of Booking Details, the ended events, or the bookings of a count. */
export type FilteredListing = Extract<BookingListing, { list: 'details' | 'ended' | 'counted' }>

/** Returns a text that says where a booking is that a list does not show, or null if the list shows it. */
export function whyUnlisted(booking: Booking, listing: FilteredListing): string | null {
  const { today } = listing
  const indexFields = bookingIndex(booking)
  if (matches(bookingsOf(listing), indexFields)) return null
  const number = numberText(booking)
  const kind = listing.list === 'details' ? 'tab' : 'list'
  if (matches(bookingsOf(withoutFilters(listing)), indexFields))
    return `${number} is in this ${kind}, but another filter hides it.`
  const worklist = bookingWorklist(booking, today)
  if (worklist !== null) return `${number} is in ${BOOKING_WORKLISTS[worklist]}.`
  const label = bookingStatusLabel(booking.status).replace(/\.$/, '')
  if (booking.dateFrom === null)
    return `${number} has no start date, so no tab lists it. Status: ${label}.`
  if (!matches(visibleBookings(today), indexFields))
    return `${number} began more than 6 days ago, so no tab lists it. Status: ${label}.`
  return `${number} is in no tab. Status: ${label}.`
}

function withoutFilters(listing: FilteredListing): FilteredListing {
  return listing.list === 'details'
    ? { ...listing, filter: { tab: listing.filter.tab } }
    : { ...listing, filter: {} }
}
