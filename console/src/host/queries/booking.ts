import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import type { ManualPartner } from '@mandap/domain/booking/manual-partner.ts'
import { bookingNumber, MOST_SUGGESTIONS } from '@mandap/domain/booking/number.ts'
import type { AssignedPartner } from '@mandap/domain/booking/swap.ts'
import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { Host, Page } from '../host.ts'
import { BLOCK, placeOfBlock } from './block.ts'

/** A place `block` blocks down a list of bookings; a virtual list asks for those in view. */
export function bookingsBlock(host: Host, listing: BookingListing, block: number) {
  const key = (at: number) => ['bookings', 'listed', listing, at] as const
  return queryOptions({
    queryKey: key(block),
    queryFn: ({ client, signal }) =>
      host.bookingsPage({ listing, limit: BLOCK, ...placeOfBlock(client, key, block) }, signal),
  })
}

/** How many bookings a list has. */
export function bookingsTotal(host: Host, listing: BookingListing) {
  return queryOptions({
    queryKey: ['bookings', 'total', listing],
    queryFn: async ({ signal }) => {
      const { total } = await host.bookingsPage({ listing, limit: 1 }, signal)
      return total ?? 0
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

/** The same among the expired bookings: the first of the list that follows the typing (§2.7). */
export function expiredNumberSuggestions(host: Host, now: number, text: string) {
  const numberId = bookingNumber(text)
  return queryOptions({
    ...bookingsBlock(host, { list: 'expired', now, numberId }, 0),
    enabled: numberId !== '',
    placeholderData: keepPreviousData,
    select: ({ rows }: Page<Booking>) => rows.slice(0, MOST_SUGGESTIONS),
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
        ? host.swapBookingPartner(booking, to.partner)
        : swapToManual(host, client, booking, to.manual),
    onSuccess: (booking) => {
      client.setQueryData(bookingById(host, booking.id).queryKey, booking)
      showInLists(client, booking)
      void client.invalidateQueries({ queryKey: ['bookings'] })
      void client.invalidateQueries({ queryKey: ['activity'] })
    },
  })
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
  const swapped = await host.swapBookingPartner({ ...fresh, version: booking.version }, partner)
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
