import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import { useMemo } from 'preact/compat'
import { useToday } from '../time/today.ts'
import { useBookings } from './use-bookings.ts'

/** Returns the list of all bookings of a partner. */
export function bookingsOfPartnerListing(partnerId: string): BookingListing {
  return { list: 'ofPartner', partnerId }
}

/** Returns the bookings of a partner, newest first (§2.12, §2.15): all, or those that are open and not over. */
export function useBookingsOfPartner(partnerId: string, upcoming = false) {
  const { date: firstDay, timeZone } = useToday()
  const listing = useMemo(
    (): BookingListing =>
      upcoming
        ? { list: 'onDays', partnerIds: [partnerId], firstDay, timeZone }
        : bookingsOfPartnerListing(partnerId),
    [upcoming, partnerId, firstDay, timeZone],
  )
  return { bookings: useBookings(listing), listing }
}
