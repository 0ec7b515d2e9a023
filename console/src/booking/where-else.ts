import type { Booking } from '@mandap/domain/booking/booking.ts'
import { bookingFacts } from '@mandap/domain/booking/facts.ts'
import { type BookingListing, bookingsOf } from '@mandap/domain/booking/listing.ts'
import { BOOKING_PLACES, bookingPlace } from '@mandap/domain/booking/place.ts'
import { bookingStatusLabel } from '@mandap/domain/booking/status.ts'
import { visibleBookings } from '@mandap/domain/booking/tab.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { numberText } from './text.ts'

/** A list with the filters of §2.5: a tab of Booking Details, or the events that have ended. */
export type FilteredListing = Extract<BookingListing, { list: 'details' | 'ended' }>

/** Says where a booking is that a list does not show; null when the list shows it. */
export function whereElse(booking: Booking, listing: FilteredListing): string | null {
  const { today } = listing
  const facts = bookingFacts(booking)
  if (matches(bookingsOf(listing), facts)) return null
  const number = numberText(booking)
  const [here, kind] = listing.list === 'ended' ? ['ended', 'list'] : [listing.filter.tab, 'tab']
  const place = bookingPlace(booking, today)
  if (place === here) return `${number} is in this ${kind}, but another filter hides it.`
  if (place !== null) return `${number} is in ${BOOKING_PLACES[place]}.`
  const label = bookingStatusLabel(booking.status).replace(/\.$/, '')
  if (booking.dateFrom === null)
    return `${number} has no event date, so no tab lists it. Status: ${label}.`
  if (!matches(visibleBookings(today), facts))
    return `${number} began more than 6 days ago, so no tab lists it. Status: ${label}.`
  return `${number} is in no tab. Status: ${label}.`
}
