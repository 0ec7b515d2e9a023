import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import type { Decision } from '@mandap/domain/verification/decision.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { Host, Page } from '../host.ts'
import { PAGE_SIZE, pageStart } from './page-start.ts'

/** The planner of a booking: its partner or temp partner (§7). */
export function plannerById(host: Host, id: string) {
  return queryOptions({
    queryKey: ['partners', 'planner', id],
    queryFn: ({ signal }) => host.partnerOrTempPartner(id, signal),
    enabled: id !== '',
  })
}

/** A place `block` blocks down a list of partners; a virtual list asks for those in view. */
export function partnersPageQuery(host: Host, listing: PartnerListing, page: number) {
  const key = (at: number) => ['partners', 'listed', listing, at] as const
  return queryOptions({
    queryKey: key(page),
    queryFn: ({ client, signal }) =>
      host.partnersPage({ listing, limit: PAGE_SIZE, ...pageStart(client, key, page) }, signal),
  })
}

/** The counts of the Approval Panel's tabs (§2.8); the former ones stay while new ones come. */
export function partnerCounts(host: Host, search: string) {
  return queryOptions({
    queryKey: ['partners', 'counts', search],
    queryFn: ({ signal }) => host.partnerCounts(search, signal),
    placeholderData: keepPreviousData,
  })
}

/** One partner. Nothing stands in for them meanwhile: another's papers least of all. */
export function partnerById(host: Host, id: string) {
  return queryOptions({
    queryKey: ['partners', 'one', id],
    queryFn: ({ signal }) => host.partner(id, signal),
    enabled: id !== '',
  })
}

/** The approved partners that the edit dialog offers, a block at a time. */
export function approvedPartners(host: Host, search: string) {
  return infiniteQueryOptions({
    queryKey: ['partners', 'approved', search.trim()],
    queryFn: ({ pageParam, signal }) =>
      host.partnersPage(
        { listing: { list: 'approved', search }, limit: PAGE_SIZE, after: pageParam },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** The names of the partner filter (§2.5). */
export function approvedPartnerNames(host: Host) {
  return queryOptions({
    queryKey: ['partners', 'approved names'],
    queryFn: ({ signal }) => host.approvedPartnerNames(signal),
    staleTime: 5 * 60_000,
  })
}

/** Deletes a partner (§5.9): out of every list that is shown, which are then fetched again. */
export function partnerDeletion(host: Host, client: QueryClient) {
  return mutationOptions({
    mutationKey: ['partners', 'delete'],
    mutationFn: ({ partner, grant }: { partner: Partner; grant: string | null }) =>
      host.deletePartner(partner, grant),
    onSuccess: (_, { partner }) => leaveOut(client, partner.id),
    // a partner that could not be deleted may be gone, or changed
    onSettled: () => {
      for (const queryKey of [['partners'], ['summary'], ['activity']])
        void client.invalidateQueries({ queryKey })
    },
  })
}

/** Takes a partner out of every list that was read: those after move up, and the total goes down. */
function leaveOut(client: QueryClient, id: string) {
  const pages = client.getQueriesData<Page<Partner>>({ queryKey: ['partners', 'listed'] })
  for (const [key, page] of pages) {
    if (!page?.rows.some((row) => row.id === id)) continue
    const list = key.slice(0, -1)
    const read = (at: number) => client.getQueryData<Page<Partner>>([...list, at])
    for (let at = Number(key.at(-1)), here = read(at); here; here = read(++at)) {
      const rest = here === page ? here.rows.filter((row) => row.id !== id) : here.rows.slice(1)
      const rows = [...rest, ...(read(at + 1)?.rows.slice(0, 1) ?? [])]
      client.setQueryData([...list, at], { ...here, rows })
    }
    client.setQueriesData<Page<Partner>>({ queryKey: list }, (one) =>
      one && one.total !== null ? { ...one, total: one.total - 1 } : one,
    )
  }
}

/** Brings a deleted partner back into the lists. */
export function partnerRestoring(host: Host, client: QueryClient) {
  return mutationOptions({
    mutationKey: ['partners', 'restore'],
    mutationFn: ({ id, grant }: { id: string; grant: string | null }) =>
      host.restorePartner(id, grant),
    onSuccess: () => {
      for (const queryKey of [['partners'], ['summary'], ['activity']])
        void client.invalidateQueries({ queryKey })
    },
  })
}

/** A partner as they are on the screen, and what was decided on one of their steps. */
export interface StepDecision {
  partner: Partner
  decision: Decision
  grant: string | null
}

/** Decides a step (§4.5); every list shows the partner's new status at once. */
export function stepDecision(host: Host, client: QueryClient) {
  return mutationOptions({
    mutationKey: ['partners', 'decide'],
    mutationFn: ({ partner, decision, grant }: StepDecision) =>
      host.decide(partner, decision, { grant }),
    onSuccess: (partner) => {
      client.setQueryData(partnerById(host, partner.id).queryKey, partner)
      for (const queryKey of [['partners'], ['activity']])
        void client.invalidateQueries({ queryKey })
    },
  })
}
