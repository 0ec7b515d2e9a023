import type { Client } from '@mandap/client/client.ts'
import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import { infiniteQueryOptions } from '@tanstack/preact-query'
import { readBookingPage } from './read-page.ts'

/** The number of bookings that a user's tab shows at first. */
const PAGE_SIZE = 10

/** Returns the infinite query of a user's bookings, of one group or all, a few per page (§2.11). */
export function bookingsOfUserQuery(
  client: Client,
  listing: Extract<BookingListing, { list: 'ofUser' }>,
) {
  return infiniteQueryOptions({
    queryKey: ['bookings', 'of user', listing],
    queryFn: ({ pageParam, signal }) =>
      readBookingPage(client, listing, { limit: PAGE_SIZE, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })
}
