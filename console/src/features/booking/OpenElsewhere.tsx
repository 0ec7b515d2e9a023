import type { Booking } from '@mandap/domain/booking/booking.ts'
import { OpenBooking } from './OpenBooking.tsx'
import { type FilteredListing, whereElse } from './where-else.ts'

/** Says where a booking is that a list does not show, and links to it. Renders nothing if the list shows it. */
export function OpenElsewhere({
  booking,
  listing,
}: {
  booking: Booking
  listing: FilteredListing
}) {
  const where = whereElse(booking, listing)
  return where && <OpenBooking booking={booking} where={where} />
}
