import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import type { BookingFilter } from '@mandap/domain/booking/filter.ts'
import { bookingNumber } from '@mandap/domain/booking/number.ts'
import { type AssignedPartner, withPartner } from '@mandap/domain/booking/swap.ts'
import type { ManualPartner } from '@mandap/domain/booking/manual-partner.ts'
import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import type { Today } from '@mandap/domain/rule/days.ts'
import type { Decision } from '@mandap/domain/verification/decision.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { HostFailure } from './failure.ts'
import type { ActivityFilter, Host, Page } from './host.ts'

/** Rows of a list that are fetched at once. */
export const BLOCK = 50

/** A list's place `block` blocks down; a virtual list asks for those in view. */
export function bookingsBlock(host: Host, filter: BookingFilter, today: Today, block: number) {
  const key = (at: number) => ['bookings', 'listed', filter, today, at] as const
  return queryOptions({
    queryKey: key(block),
    queryFn: ({ client, signal }) => {
      const state = (at: number) => client.getQueryState<Page<Booking>>(key(at))
      const before = state(block - 1)
      // Going on where the block before ends leaves no gap, as long as that one stays: when blocks
      // are fetched again, each by its place, they fit together as the list now is.
      const goesOn = before?.isInvalidated === false && state(block)?.data === undefined
      const after = goesOn ? before.data?.next : null
      const place = after ? { after } : { skip: block * BLOCK }
      return host.bookingsPage({ filter, today, limit: BLOCK, ...place }, signal)
    },
  })
}

/** Suggestions for a typed booking number (§5.4); the former ones stay while new ones come. */
export function bookingNumberSuggestions(host: Host, text: string) {
  const number = bookingNumber(text)
  return queryOptions({
    queryKey: ['bookings', 'like', number],
    queryFn: ({ signal }) => host.bookingNumbersLike(number, signal),
    enabled: number !== '',
    placeholderData: keepPreviousData,
  })
}

/** The host's own answer for a whole booking number; ask it after the pause of §5.4. */
export function bookingsByNumber(host: Host, text: string) {
  const number = bookingNumber(text)
  return queryOptions({
    queryKey: ['bookings', 'numbered', number],
    queryFn: ({ signal }) => host.bookingsNumbered(number, signal),
    enabled: number !== '',
  })
}

export function bookingById(host: Host, id: string) {
  return queryOptions({
    queryKey: ['bookings', 'one', id],
    queryFn: ({ signal }) => host.booking(id, signal),
    enabled: id !== '',
  })
}

/** The customer of a booking. */
export function userById(host: Host, id: string) {
  return queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => host.user(id, signal),
    enabled: id !== '',
  })
}

/** The planner of a booking: its partner or temp partner (§7). */
export function plannerById(host: Host, id: string) {
  return queryOptions({
    queryKey: ['partners', 'planner', id],
    queryFn: ({ signal }) => host.partnerOrTempPartner(id, signal),
    enabled: id !== '',
  })
}

/** A place `block` blocks down a list of partners; a virtual list asks for those in view. */
export function partnersBlock(host: Host, listing: PartnerListing, block: number) {
  const key = (at: number) => ['partners', 'listed', listing, at] as const
  return queryOptions({
    queryKey: key(block),
    queryFn: ({ client, signal }) => {
      const state = (at: number) => client.getQueryState<Page<Partner>>(key(at))
      const before = state(block - 1)
      // as in bookingsBlock: on from the block before, unless that one is being fetched again
      const goesOn = before?.isInvalidated === false && state(block)?.data === undefined
      const after = goesOn ? before.data?.next : null
      const place = after ? { after } : { skip: block * BLOCK }
      return host.partnersPage({ listing, limit: BLOCK, ...place }, signal)
    },
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

/** A partner's document, opened for reading; its link is asked for anew once it is no longer good. */
export function openDocument(host: Host, partnerId: string, address: string) {
  return queryOptions({
    queryKey: ['documents', partnerId, address],
    queryFn: ({ signal }) => host.openDocument(address, signal),
    staleTime: ({ state }) => state.data?.goodFor ?? Number.POSITIVE_INFINITY,
    // a link in use stays as it is: a film would begin again
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
}

/** The approved partners that the edit dialog offers, a block at a time. */
export function approvedPartners(host: Host, search: string) {
  return infiniteQueryOptions({
    queryKey: ['partners', 'approved', search.trim()],
    queryFn: ({ pageParam, signal }) =>
      host.partnersPage(
        { listing: { list: 'approved', search }, limit: BLOCK, after: pageParam },
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

/** The counts of the dashboard (§2.4). */
export function dashboardSummary(host: Host) {
  return queryOptions({
    queryKey: ['summary'],
    queryFn: ({ signal }) => host.summary(signal),
  })
}

/** A booking as it is on the screen, and the partner chosen for it. */
export interface PartnerSwap {
  booking: Booking
  to: { kind: 'existing'; partner: AssignedPartner } | { kind: 'manual'; manual: ManualPartner }
}

/** Swaps a booking's partner (§2.6); every list shows the new one at once. */
export function partnerSwap(host: Host, client: QueryClient) {
  return mutationOptions({
    mutationKey: ['bookings', 'swap'],
    mutationFn: ({ booking, to }: PartnerSwap) =>
      to.kind === 'existing'
        ? swapTo(host, booking, to.partner)
        : swapToManual(host, client, booking, to.manual),
    onSuccess: (booking) => {
      client.setQueryData(bookingById(host, booking.id).queryKey, booking)
      showInLists(client, booking)
      void client.invalidateQueries({ queryKey: ['bookings'] })
      void client.invalidateQueries({ queryKey: ['activity'] })
    },
  })
}

async function swapTo(host: Host, booking: Booking, partner: AssignedPartner): Promise<Booking> {
  try {
    return await host.swapBookingPartner(booking, partner)
  } catch (error) {
    const current = error instanceof HostFailure ? error.conflict?.current : undefined
    // an answer lost on its way: the first try was already saved
    if (current && isAssigned(current, partner)) return current
    throw error
  }
}

function isAssigned(booking: Booking, partner: AssignedPartner): boolean {
  const { partnerId, partnerName, partnerMobile } = bookingFrom(withPartner(booking, partner))
  return (
    booking.partnerId === partnerId &&
    booking.partnerName === partnerName &&
    booking.partnerMobile === partnerMobile
  )
}

async function swapToManual(
  host: Host,
  client: QueryClient,
  booking: Booking,
  manual: ManualPartner,
): Promise<Booking> {
  const queryKey = ['partners', 'made by hand', booking.id, manual] as const
  // kept until the swap is saved, so that saving again does not create the partner twice
  const partner = await client.fetchQuery({
    queryKey,
    queryFn: () => host.createTempPartner(manual),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const fresh = await host.booking(booking.id)
  // the version that was on the screen, so that a change made meanwhile is a conflict
  const swapped = await swapTo(host, { ...fresh, version: booking.version }, partner)
  client.removeQueries({ queryKey, exact: true })
  return swapped
}

function showInLists(client: QueryClient, booking: Booking): void {
  const swapIn = (rows: readonly Booking[]) =>
    rows.map((row) => (row.id === booking.id ? booking : row))
  client.setQueriesData<Page<Booking>>({ queryKey: ['bookings', 'listed'] }, (page) =>
    page ? { ...page, rows: swapIn(page.rows) } : page,
  )
  for (const kept of ['like', 'numbered'])
    client.setQueriesData<readonly Booking[]>({ queryKey: ['bookings', kept] }, (rows) =>
      rows ? swapIn(rows) : rows,
    )
}

/** The trail as filtered, newest first, a block at a time. */
export function activityList(host: Host, filter: ActivityFilter) {
  return infiniteQueryOptions({
    queryKey: ['activity', 'listed', filter],
    queryFn: ({ pageParam, signal }) =>
      host.activityPage({ filter, limit: BLOCK, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // what others did meanwhile belongs on top
    staleTime: 5_000,
  })
}

/** Whom the person filter of the trail offers. */
export function activityPeople(host: Host) {
  return queryOptions({
    queryKey: ['activity', 'people'],
    queryFn: ({ signal }) => host.activityPeople(signal),
    staleTime: 5 * 60_000,
  })
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

/** Deletes a partner (§5.9): out of every list that is shown, which are then fetched again. */
export function partnerDeletion(host: Host, client: QueryClient) {
  return mutationOptions({
    mutationKey: ['partners', 'delete'],
    mutationFn: ({ partner, grant }: { partner: Partner; grant: string | null }) =>
      host.deletePartner(partner, grant),
    onSuccess: (_, { partner }) => {
      client.setQueriesData<Page<Partner>>({ queryKey: ['partners', 'listed'] }, (page) =>
        page ? { ...page, rows: page.rows.filter(({ id }) => id !== partner.id) } : page,
      )
    },
    // a partner that could not be deleted may be gone, or changed
    onSettled: () => {
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
      void client.invalidateQueries({ queryKey: ['partners'] })
    },
  })
}

/** Reads everything afresh: behind 'Try again' and 'Refresh'. */
export function refreshAll(host: Host, client: QueryClient): Promise<void> {
  host.refresh()
  return client.invalidateQueries()
}
