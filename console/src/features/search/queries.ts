import type { Client } from '@mandap/client/client.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { clean, fold } from '@mandap/domain/text/text.ts'
import { userFrom } from '@mandap/domain/user/user.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { onlyPage } from '../list/page.ts'

/** The maximum number of results of each kind. */
export const MAX_FOUND = 5

/** The results of a search (§2.4). */
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

/** Returns the query of a search (§5.5). Keeps the previous results until it has new ones. */
export function searchResults(client: Client, text: string) {
  const folded = fold(text)
  return queryOptions({
    queryKey: ['search', folded],
    queryFn: ({ signal }) => search(client, folded, signal),
    enabled: folded !== '',
    // a cached result may contain a deleted record
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** The number of records of each list in the debug data. */
export const MAX_DEBUGGED = 20

/** Returns the query of the dashboard's debug data (§2.4). */
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
