import type { Client } from '@mandap/client/client.ts'
import { encodePartnerListing } from '@mandap/contract/codec/partners.ts'
import { encodeUserListing } from '@mandap/contract/codec/users.ts'
import { DEFAULT_SEARCH_LIMIT } from '@mandap/contract/limits.ts'
import type { ListName } from '@mandap/contract/list-names.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { clean, fold } from '@mandap/domain/text/text.ts'
import { userFrom } from '@mandap/domain/user/user.ts'
import { keepPreviousData, queryOptions } from '@tanstack/preact-query'
import { readBookingPage } from '../booking/read-page.ts'
import { onlyPage, pageFrom } from '../list/page.ts'
import { plainSearch } from '../list/plain-search.ts'

/** The maximum number of results of each kind. */
export const MAX_FOUND = DEFAULT_SEARCH_LIMIT

/** The results of a search (§2.4), with its folded text. */
export type Found = Awaited<ReturnType<typeof search>>

async function search(client: Client, text: string, signal: AbortSignal) {
  const query = { text: clean(text), limit: MAX_FOUND }
  const { data } = await client.call('GET /search', { query }, { signal })
  return {
    text,
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
    queryKey: ['search', 'results', folded],
    queryFn: ({ signal }) => search(client, folded, signal),
    enabled: folded !== '',
    // a cached result may contain a deleted record, but not one that arrived just now
    staleTime: 1000,
    placeholderData: keepPreviousData,
  })
}

/** The number of records that the list of a search has. `isExact` is false if the host stopped counting there. */
export interface FoundTotal {
  total: number | null
  isExact: boolean
}

/** Returns the query of the number of records in the list to which a search leads (§2.4). */
export function foundTotal(client: Client, list: ListName, typed: string) {
  const text = plainSearch(typed)
  return queryOptions({
    queryKey: ['search', 'total', list, text],
    queryFn: async ({ signal }): Promise<FoundTotal> => {
      const { total, totalIsExact = true } = await firstOf(client, list, text, signal)
      return { total, isExact: totalIsExact }
    },
    staleTime: 0,
  })
}

async function firstOf(client: Client, list: ListName, text: string, signal: AbortSignal) {
  const limit = 1
  if (list === 'users') {
    const query = { ...encodeUserListing({ search: text }), limit }
    return pageFrom(await client.call('GET /users', { query }, { signal }), userFrom)
  }
  if (list === 'bookings')
    return readBookingPage(client, { list: 'found', search: text }, { limit }, signal)
  const request = { query: { ...encodePartnerListing({ list: 'all', search: text }), limit } }
  const answer = await client.call('GET /partners', request, { signal })
  return pageFrom(onlyPage(answer, 'GET /partners', request), partnerFrom)
}

/** The number of records of each list in the debug data. */
export const MAX_DEBUGGED = 20

/** Returns the query of one list of the dashboard's debug data (§2.4), in which personal numbers are masked. */
export function firstRecords(client: Client, list: ListName) {
  return queryOptions({
    queryKey: ['search', 'first records', list],
    queryFn: async ({ signal }) => {
      const records = await readFirst(client, list, signal)
      // the screen does not need it until the debug data is opened
      const { maskPersonalNumbers } = await import('@mandap/domain/partner/personal-record.ts')
      // a plain host sends customers and bookings with whole numbers
      return maskPersonalNumbers({ records }).records
    },
  })
}

async function readFirst(
  client: Client,
  list: ListName,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const request = { query: { limit: MAX_DEBUGGED } }
  if (list === 'users') return (await client.call('GET /users', request, { signal })).data
  const call = `GET /${list}` as const
  return onlyPage(await client.call(call, request, { signal }), call, request).data
}
