import { ApiError } from '@mandap/client/api-error.ts'
import { type Client, malformed } from '@mandap/client/client.ts'
import { encodePageRequest, type PageRequest } from '@mandap/contract/codec/page.ts'
import { encodePartnerListing, type PagedPartners } from '@mandap/contract/codec/partners.ts'
import { DELETED_BY } from '@mandap/domain/partner/deletion.ts'
import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import { type Partner, partnerFrom, tempPartnerFrom } from '@mandap/domain/partner/partner.ts'
import { clean } from '@mandap/domain/text/text.ts'
import { type Decision, decisionPayload } from '@mandap/domain/verification/decision.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { onlyPage, type Page, pageFrom } from '../list/page.ts'
import { PAGE_SIZE, pageStart } from '../list/page-start.ts'
import { ifMatch } from '../record/conflict.ts'

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

/** Returns the partner with the requested id, which the answer may leave out; null for an answer without data. */
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

/** Returns the query of a booking's planner: the partner, or the temp partner if reading the partner fails (§7). */
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
      // the partner may exist even if it could not be read and no temp partner exists
      const isMissing = second instanceof ApiError && second.kind === 'notFound'
      throw isMissing ? first : second
    }
  }
}

/** Returns the query of one page of a list of partners. A virtual list fetches the pages in view. */
export function partnersPageQuery(client: Client, listing: PartnerListing, page: number) {
  const key = (at: number) => ['partners', 'listed', listing, at] as const
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
    queryKey: ['partners', 'one', id],
    queryFn: ({ signal }) => readPartner(client, id, signal),
    enabled: id !== '',
  })
}

/** Returns the infinite query of the approved partners in the edit dialog. */
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

/** Returns the query of the names in the partner filter (§2.5). */
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

/** Fetches one personal number of a partner by the path of its field. Do not store the result. */
export async function revealNumber(
  client: Client,
  { id }: Pick<Partner, 'id'>,
  field: string,
  signal: AbortSignal,
): Promise<string> {
  const request = { params: { id }, body: { field } }
  const { data } = await client.call('POST /partners/{id}/reveal', request, { signal })
  const number = clean(data.value)
  if (number === '') throw malformed('POST /partners/{id}/reveal', request)
  return number
}

/** Returns the header of a call that overrides or deletes (§6). */
function elevated(grant: string | null): Record<string, string> {
  return grant === null ? {} : { 'x-elevation': grant }
}

/**
 * Returns the mutation that deletes a partner (§5.9). Removes the partner from every list and fetches the lists
 * again.
 */
export function partnerDeletion(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['partners', 'delete'],
    mutationFn: ({ partner, grant }: { partner: Partner; grant: string | null }) =>
      client.send('DELETE /partners/{id}', {
        params: { id: partner.id },
        headers: { ...elevated(grant), ...ifMatch(partner) },
        body: { deletedBy: DELETED_BY },
      }),
    onSuccess: (_, { partner }) => leaveOut(queryClient, partner.id),
    // after a failure too: the partner may be deleted or changed
    onSettled: () => {
      for (const queryKey of [['partners'], ['summary'], ['activity']])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** Removes a partner from every cached list. The partners after it move up and the total decreases. */
function leaveOut(queryClient: QueryClient, id: string) {
  const pages = queryClient.getQueriesData<Page<Partner>>({ queryKey: ['partners', 'listed'] })
  for (const [key, page] of pages) {
    if (!page?.rows.some((row) => row.id === id)) continue
    const list = key.slice(0, -1)
    const read = (at: number) => queryClient.getQueryData<Page<Partner>>([...list, at])
    for (let at = Number(key.at(-1)), current = read(at); current; current = read(++at)) {
      const rest =
        current === page ? current.rows.filter((row) => row.id !== id) : current.rows.slice(1)
      const rows = [...rest, ...(read(at + 1)?.rows.slice(0, 1) ?? [])]
      queryClient.setQueryData([...list, at], { ...current, rows })
    }
    queryClient.setQueriesData<Page<Partner>>({ queryKey: list }, (one) =>
      one && one.total !== null ? { ...one, total: one.total - 1 } : one,
    )
  }
}

/** Returns the mutation that restores a deleted partner. */
export function partnerRestoring(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['partners', 'restore'],
    mutationFn: ({ id, grant }: { id: string; grant: string | null }) =>
      client.send('POST /partners/{id}/restore', { params: { id }, headers: elevated(grant) }),
    onSuccess: () => {
      for (const queryKey of [['partners'], ['summary'], ['activity']])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** The partner on the screen, and the decision on one step. */
export interface StepDecision {
  partner: Partner
  decision: Decision
  grant: string | null
}

/** Returns the mutation that decides a step (§4.5). Every list shows the partner's new status at once. */
export function stepDecision(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['partners', 'decide'],
    mutationFn: (decision: StepDecision) => decide(client, decision),
    onSuccess: (partner) => {
      queryClient.setQueryData(partnerById(client, partner.id).queryKey, partner)
      for (const queryKey of [['partners'], ['activity']])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
}

async function decide(
  client: Client,
  { partner, decision, grant }: StepDecision,
): Promise<Partner> {
  const request = {
    params: { id: partner.id },
    headers: { ...ifMatch(partner), ...elevated(grant) },
    body: decisionPayload(decision),
  }
  const decided = partnerFrom(await client.call('PUT /partners/{id}', request))
  if (decided.id === '') throw malformed('PUT /partners/{id}', request)
  return decided
}
