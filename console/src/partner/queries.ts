import { ApiError } from '@mandap/client/api-error.ts'
import { type Client, malformed } from '@mandap/client/client.ts'
import { encodePageRequest, type PageRequest } from '@mandap/contract/codec/page.ts'
import { encodePartnerListing, type PagedPartners } from '@mandap/contract/codec/partners.ts'
import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import { type Partner, partnerFrom, tempPartnerFrom } from '@mandap/domain/partner/partner.ts'
import { clean } from '@mandap/domain/text/text.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { onlyPage, type Page, pageFrom } from '../list/page.ts'
import { PAGE_SIZE, pageStart } from '../list/page-start.ts'

async function readPage(
  client: Client,
  listing: PagedPartners,
  page: PageRequest,
  signal: AbortSignal,
): Promise<Page<Partner>> {
  const request = { query: { ...encodePartnerListing(listing), ...encodePageRequest(page) } }
  const answer = await client.call('GET /partners', request, { signal })
  return pageFrom(onlyPage(answer, 'GET /partners', request), partnerFrom)
}

/** The partner of a single answer, which may leave out the id; null for one that says nothing. */
function knownPartner(partner: Partner, id: string): Partner | null {
  const { name, mobileNo, personalEmail, companyName } = partner
  const isBlank = [partner.id, name, mobileNo, personalEmail, companyName].every(
    (text) => text === '',
  )
  return isBlank ? null : { ...partner, id: partner.id || id }
}

async function readPartner(client: Client, id: string, signal: AbortSignal): Promise<Partner> {
  const request = { params: { id } }
  const answer = await client.call('GET /partners/{id}', request, { signal })
  const partner = knownPartner(partnerFrom(answer), id)
  if (partner === null) throw malformed('GET /partners/{id}', request)
  return partner
}

async function readTempPartner(client: Client, id: string, signal: AbortSignal): Promise<Partner> {
  const request = { params: { id } }
  const answer = await client.call('GET /temp-partner/{id}', request, { signal })
  const partner = knownPartner(tempPartnerFrom(answer), id)
  if (partner === null) throw malformed('GET /temp-partner/{id}', request)
  return partner
}

/** The planner of a booking: the partner, or where reading that fails, the temp partner (§7). */
export function plannerById(client: Client, id: string) {
  return queryOptions({
    queryKey: ['partners', 'planner', id],
    queryFn: ({ signal }) => readPlanner(client, id, signal),
    enabled: id !== '',
  })
}

async function readPlanner(client: Client, id: string, signal: AbortSignal): Promise<Partner> {
  try {
    return await readPartner(client, id, signal)
  } catch (first) {
    const wasAnswered =
      first instanceof ApiError && !['unauthorised', 'unreachable', 'timeout'].includes(first.kind)
    if (!wasAnswered) throw first
    try {
      return await readTempPartner(client, id, signal)
    } catch (second) {
      // a partner that could not be read may exist, although no temp partner does
      const isMissing = second instanceof ApiError && second.kind === 'notFound'
      throw isMissing ? first : second
    }
  }
}

/** A page of a list of partners; a virtual list fetches the pages in view. */
export function partnersPageQuery(client: Client, listing: PartnerListing, page: number) {
  const key = (at: number) => ['partners', 'listed', listing, at] as const
  return queryOptions({
    queryKey: key(page),
    queryFn: ({ client: queryClient, signal }) =>
      readPage(client, listing, { limit: PAGE_SIZE, ...pageStart(queryClient, key, page) }, signal),
  })
}

/** The counts of the Approval Panel's tabs (§2.8); the previous ones stay until new ones arrive. */
export function partnerCounts(client: Client, search: string) {
  return queryOptions({
    queryKey: ['partners', 'counts', search],
    queryFn: async ({ signal }) => {
      const query = { search: clean(search) || undefined }
      return (await client.call('GET /partners/counts', { query }, { signal })).data
    },
    placeholderData: keepPreviousData,
  })
}

/** One partner. No other partner's data stands in while it loads: documents are in it. */
export function partnerById(client: Client, id: string) {
  return queryOptions({
    queryKey: ['partners', 'one', id],
    queryFn: ({ signal }) => readPartner(client, id, signal),
    enabled: id !== '',
  })
}

/** The approved partners that the edit dialog offers, page after page. */
export function approvedPartners(client: Client, search: string) {
  return infiniteQueryOptions({
    queryKey: ['partners', 'approved', search.trim()],
    queryFn: ({ pageParam, signal }) =>
      readPage(
        client,
        { list: 'approved', search },
        { limit: PAGE_SIZE, after: pageParam },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** The names of the partner filter (§2.5). */
export function approvedPartnerNames(client: Client) {
  return queryOptions({
    queryKey: ['partners', 'approved names'],
    queryFn: async ({ signal }) => {
      const query = { list: 'approved' } as const
      return (await client.call('GET /partner-names', { query }, { signal })).data
    },
    staleTime: 5 * 60_000,
  })
}
