import { ApiError, isNotFound } from '@mandap/client/api-error.ts'
import { type Client, malformed } from '@mandap/client/client.ts'
import { encodePageRequest, type PageRequest } from '@mandap/contract/codec/page.ts'
import { encodePartnerListing, type PagedPartners } from '@mandap/contract/codec/partners.ts'
import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import { type Partner, partnerFrom, tempPartnerFrom } from '@mandap/domain/partner/partner.ts'
import { clean } from '@mandap/domain/text/text.ts'
import { keepPreviousData, queryOptions } from '@tanstack/preact-query'
import { onlyPage, type Page, pageFrom } from '../list/page.ts'
import { PAGE_SIZE, pageStart } from '../list/page-start.ts'
import { listedKey, recordKey } from '../client/query-keys.ts'

/** Number of partners from which the edit dialog suggests. */
const MAX_TO_PICK = 100

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

export async function readPartner(
  client: Client,
  id: string,
  signal?: AbortSignal,
): Promise<Partner> {
  const request = { params: { id } }
  const partner = partnerFrom(await client.call('GET /partners/{id}', request, { signal }))
  if (partner.id === '') throw malformed('GET /partners/{id}', request)
  return partner
}

async function readTempPartner(client: Client, id: string, signal: AbortSignal): Promise<Partner> {
  const request = { params: { id } }
  const answer = await client.call('GET /temp-partner/{id}', request, { signal })
  const partner = tempPartnerFrom(answer)
  if (partner.id === '') throw malformed('GET /temp-partner/{id}', request)
  return partner
}

/** Returns the query of a booking's planner: the partner, or the temp partner if reading the partner fails (§7). */
export function plannerById(client: Client, id: string) {
  return queryOptions({
    queryKey: recordKey('partners', id, 'planner'),
    queryFn: ({ signal }) => readPlanner(client, id, signal),
    enabled: id !== '',
  })
}

/** The partner of a booking, or its manual partner. */
export type Planner = Partner & { isManual: boolean }

async function readPlanner(client: Client, id: string, signal: AbortSignal): Promise<Planner> {
  try {
    return { ...(await readPartner(client, id, signal)), isManual: false }
  } catch (first) {
    // not `unreachable`: a browser hides the answer of another host whose errors have no CORS headers. After a timeout, the
    // second call would wait as long.
    const isFinal =
      !(first instanceof ApiError) || first.kind === 'unauthorised' || first.kind === 'timeout'
    if (isFinal || signal.aborted) throw first
    try {
      return { ...(await readTempPartner(client, id, signal)), isManual: true }
    } catch (second) {
      // the partner may exist even if it could not be read and no temp partner exists
      throw isNotFound(second) ? first : second
    }
  }
}

/** Returns the query of one page of a list of partners. A virtual list fetches the pages in view. */
export function partnersPageQuery(client: Client, listing: PartnerListing, page: number) {
  const key = (at: number) => listedKey('partners', listing, at)
  return queryOptions({
    queryKey: key(page),
    queryFn: ({ client: queryClient, signal }) =>
      readPage(client, listing, { limit: PAGE_SIZE, ...pageStart(queryClient, key, page) }, signal),
  })
}

/**
 * Returns the query of the tab counts of the Approval Panel (§2.8). Keeps the previous ones until it has new
 * ones.
 */
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

/** Returns the query of one partner. Shows no previous partner while it loads, because the data has documents. */
export function partnerById(client: Client, id: string) {
  return queryOptions({
    queryKey: recordKey('partners', id),
    queryFn: ({ signal }) => readPartner(client, id, signal),
    enabled: id !== '',
  })
}

/** Returns the query of the first approved partners that a search finds, for the edit dialog. */
export function approvedPartnersQuery(client: Client, search: string) {
  const text = clean(search)
  return queryOptions({
    queryKey: ['partners', 'approved', text],
    queryFn: ({ signal }) =>
      readPage(client, { list: 'approved', search: text }, { limit: MAX_TO_PICK }, signal),
    placeholderData: keepPreviousData,
  })
}

/**
 * Returns the query of the first names of approved partners that a search finds, for the planner filter (§2.5). Keeps
 * the previous ones until it has new ones.
 */
export function approvedPartnerNames(client: Client, search: string) {
  const text = clean(search)
  return queryOptions({
    queryKey: ['partners', 'approved names', text],
    queryFn: async ({ signal }) => {
      const query = { list: 'approved', search: text || undefined } as const
      return (await client.call('GET /partner-names', { query }, { signal })).data
    },
    placeholderData: keepPreviousData,
  })
}
