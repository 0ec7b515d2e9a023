import type { Client } from '@mandap/client/client.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { clean, fold } from '@mandap/domain/text/text.ts'
import { userFrom } from '@mandap/domain/user/user.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { onlyPage } from '../list/page.ts'

/** How many of each kind a search finds at most. */
export const MAX_FOUND = 5

/** What a search finds (§2.4). */
export type Found = Awaited<ReturnType<typeof search>>

async function search(client: Client, text: string, signal: AbortSignal) {
  const query = { text: clean(text), limit: MAX_FOUND }
  const { data } = await client.call('GET /search', { query }, { signal })
  return {
    users: data.users.map((json) => userFrom(json)),
    bookings: data.bookings.map((json) => bookingFrom(json)),
    partners: data.partners.map((json) => partnerFrom(json)),
    failed: data.failed ?? [],
  }
}

/** What a search finds (§5.5); the results of the search before stay until new ones arrive. */
export function searchResults(client: Client, text: string) {
  const folded = fold(text)
  return queryOptions({
    queryKey: ['search', folded],
    queryFn: ({ signal }) => search(client, folded, signal),
    enabled: folded !== '',
    // a record may have been deleted since the same text was searched before
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** How many records of each list the debug data holds. */
export const MAX_DEBUGGED = 20

/** The debug data of the dashboard (§2.4). */
export function firstRecords(client: Client) {
  return queryOptions({
    queryKey: ['search', 'first records'],
    queryFn: async ({ signal }) => {
      const request = { query: { limit: MAX_DEBUGGED } }
      const [users, bookings, partners] = await Promise.all([
        client.call('GET /users', request, { signal }),
        client.call('GET /bookings', request, { signal }),
        client.call('GET /partners', request, { signal }),
      ])
      return {
        users: users.data,
        bookings: onlyPage(bookings, 'GET /bookings', request).data,
        partners: onlyPage(partners, 'GET /partners', request).data,
      }
    },
  })
}
