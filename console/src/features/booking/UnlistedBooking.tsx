import type { Booking } from '@mandap/domain/booking/booking.ts'
import { BookingNotice } from './BookingNotice.tsx'
import { type FilteredListing, whyUnlisted } from './why-unlisted.ts'

/** Says why a list does not show a booking, and links to the booking. Renders nothing if the list shows it. */
export default function UnlistedBooking({
  booking,
  listing,
}: {
  booking: Booking
  listing: FilteredListing
}) {
  const text = whyUnlisted(booking, listing)
  return text && <BookingNotice booking={booking} text={text} />
}
