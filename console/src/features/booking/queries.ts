import { type Client, malformed } from '@mandap/client/client.ts'
import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import { bookingNumber, MAX_SUGGESTIONS } from '@mandap/domain/booking/number.ts'
import { keepPreviousData, queryOptions } from '@tanstack/preact-query'
import type { Page } from '../list/page.ts'
import { PAGE_SIZE, pageStart } from '../list/page-start.ts'
import { readBookingPage } from './read-page.ts'
import { listedKey, recordKey } from '../client/query-keys.ts'

/** Returns the query of one page of a list of bookings. A virtual list fetches the pages in view. */
export function bookingsPageQuery(client: Client, listing: BookingListing, page: number) {
  const key = (at: number) => listedKey('bookings', listing, at)
  return queryOptions({
    queryKey: key(page),
    queryFn: ({ client: queryClient, signal }) =>
      readBookingPage(
        client,
        listing,
        { limit: PAGE_SIZE, ...pageStart(queryClient, key, page) },
        signal,
      ),
  })
}

/** Returns the query of the number of bookings in a list. */
export function bookingsTotal(client: Client, listing: BookingListing) {
  return queryOptions({
    queryKey: ['bookings', 'total', listing],
    queryFn: async ({ signal }) =>
      (await readBookingPage(client, listing, { limit: 1 }, signal)).total ?? 0,
  })
}

/**
 * Returns the query of the suggestions for a typed booking number (§5.4). Keeps the previous ones until it has
 * new ones.
 */
export function bookingNumberSuggestions(client: Client, text: string) {
  const numberPrefix = bookingNumber(text)
  return queryOptions({
    queryKey: ['bookings', 'like', numberPrefix],
    queryFn: async ({ signal }) => {
      const listing = { list: 'numbered', numberPrefix } as const
      return (await readBookingPage(client, listing, { limit: MAX_SUGGESTIONS }, signal)).rows
    },
    enabled: numberPrefix !== '',
    placeholderData: keepPreviousData,
  })
}

/** Returns the query of the suggestions among expired bookings, which uses the first page of the list (§2.7). */
export function expiredNumberSuggestions(client: Client, now: number, text: string) {
  const numberId = bookingNumber(text)
  return queryOptions({
    ...bookingsPageQuery(client, { list: 'expired', now, numberId }, 0),
    enabled: numberId !== '',
    placeholderData: keepPreviousData,
    select: ({ rows }: Page<Booking>) => rows.slice(0, MAX_SUGGESTIONS),
  })
}

/** Returns the query of the bookings with exactly this number (§5.4). Enable it after the pause of §5.4. */
export function bookingsByNumber(client: Client, text: string) {
  const numberId = bookingNumber(text)
  return queryOptions({
    queryKey: ['bookings', 'numbered', numberId],
    queryFn: async ({ signal }) => {
      const request = { query: { numberId } }
      const answer = await client.call('GET /bookings', request, { signal })
      if (!Array.isArray(answer)) throw malformed('GET /bookings', request)
      return answer.map(bookingFrom)
    },
    enabled: numberId !== '',
  })
}

export async function readBooking(
  client: Client,
  id: string,
  signal?: AbortSignal,
): Promise<Booking> {
  const request = { params: { id } }
  const booking = bookingFrom(await client.call('GET /bookings/{id}', request, { signal }))
  if (booking.id === '') throw malformed('GET /bookings/{id}', request)
  return booking
}

export function bookingById(client: Client, id: string) {
  return queryOptions({
    queryKey: recordKey('bookings', id),
    queryFn: ({ signal }) => readBooking(client, id, signal),
    enabled: id !== '',
  })
}
