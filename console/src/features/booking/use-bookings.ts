import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import type { Booking } from '@mandap/domain/booking/booking.ts'
import { useCallback } from 'preact/compat'
import { useClient } from '../client/client-context.ts'
import { type PagedList, usePagedList } from '../list/paged-list.ts'
import { bookingsPageQuery } from './queries.ts'

/** Returns a list of bookings, of which the pages in view are fetched. Must get the same object for the same list. */
export function useBookings(listing: BookingListing): PagedList<Booking> {
  const client = useClient()
  return usePagedList(
    useCallback((page: number) => bookingsPageQuery(client, listing, page), [client, listing]),
  )
}
