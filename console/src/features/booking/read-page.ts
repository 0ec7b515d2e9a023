import type { Client } from '@mandap/client/client.ts'
import { encodeBookingListing, type PagedBookings } from '@mandap/contract/codec/bookings.ts'
import { encodePageRequest, type PageRequest } from '@mandap/contract/codec/page.ts'
import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import { onlyPage, type Page, pageFrom } from '../list/page.ts'

/** Fetches one page of a list of bookings. */
export async function readBookingPage(
  client: Client,
  listing: PagedBookings,
  page: PageRequest,
  signal: AbortSignal,
): Promise<Page<Booking>> {
  const request = { query: { ...encodeBookingListing(listing), ...encodePageRequest(page) } }
  const answer = await client.call('GET /bookings', request, { signal })
  return pageFrom(onlyPage(answer, 'GET /bookings', request), bookingFrom)
}
