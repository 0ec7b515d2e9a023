import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import { useCallback, useMemo } from 'preact/compat'
import { usePagedList } from '../list/paged-list.ts'
import { useClient } from '../client/client-context.ts'
import { useToday } from '../time/today.ts'
import { bookingsPageQuery } from './queries.ts'

/** Returns the list of all bookings of a partner. */
export function bookingsOfPartner(partnerId: string): BookingListing {
  return { list: 'ofPartner', partnerId }
}

/** Returns the bookings of a partner, newest first (§2.12, §2.15): all, or those that are open and not over. */
export function useBookingsOfPartner(partnerId: string, upcoming = false) {
  const client = useClient()
  const { date: firstDay, timeZone } = useToday()
  const listing = useMemo(
    (): BookingListing =>
      upcoming
        ? { list: 'onDays', partnerIds: [partnerId], firstDay, timeZone }
        : bookingsOfPartner(partnerId),
    [upcoming, partnerId, firstDay, timeZone],
  )
  const bookings = usePagedList(
    useCallback((page: number) => bookingsPageQuery(client, listing, page), [client, listing]),
  )
  return { bookings, listing }
}
