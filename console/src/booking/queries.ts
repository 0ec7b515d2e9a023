import { type Client, malformed } from '@mandap/client/client.ts'
import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import { bookingsWithNumber } from '@mandap/domain/booking/filter.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import type { ManualPartner } from '@mandap/domain/booking/manual-partner.ts'
import { bookingNumber, MAX_SUGGESTIONS } from '@mandap/domain/booking/number.ts'
import {
  type AssignedPartner,
  MAX_PATCH_BYTES,
  swappedFields,
  withPartner,
} from '@mandap/domain/booking/swap.ts'
import { tempPartnerFrom } from '@mandap/domain/partner/partner.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { jsonBytes } from '@mandap/domain/wire/size.ts'
import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { Page } from '../list/page.ts'
import { PAGE_SIZE, pageStart } from '../list/page-start.ts'
import { ifMatch } from '../record/conflict.ts'
import { readBookingPage } from './read-page.ts'

/** Returns the query of one page of a list of bookings. A virtual list fetches the pages in view. */
export function bookingsPageQuery(client: Client, listing: BookingListing, page: number) {
  const key = (at: number) => ['bookings', 'listed', listing, at] as const
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
      const exactly = bookingsWithNumber(numberId)
      // a host that does not support the parameter returns all bookings
      return answer
        .map((json) => bookingFrom(json))
        .filter((booking) => booking.id !== '' && matches(exactly, bookingIndex(booking)))
    },
    enabled: numberId !== '',
  })
}

async function readBooking(client: Client, id: string, signal?: AbortSignal): Promise<Booking> {
  const request = { params: { id } }
  const booking = bookingFrom(await client.call('GET /bookings/{id}', request, { signal }))
  if (booking.id === '') throw malformed('GET /bookings/{id}', request)
  return booking
}

export function bookingById(client: Client, id: string) {
  return queryOptions({
    queryKey: ['bookings', 'one', id],
    queryFn: ({ signal }) => readBooking(client, id, signal),
    enabled: id !== '',
  })
}

/** The booking on the screen, and the new partner. */
export interface PartnerSwap {
  booking: Booking
  to: { kind: 'existing'; partner: AssignedPartner } | { kind: 'manual'; manual: ManualPartner }
}

/** Returns the mutation that swaps a booking's partner (§2.6). Every list shows the new partner at once. */
export function partnerSwap(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['bookings', 'swap'],
    mutationFn: ({ booking, to }: PartnerSwap) =>
      to.kind === 'existing'
        ? swapPartner(client, booking, to.partner)
        : swapToManual(client, queryClient, booking, to.manual),
    onSuccess: (booking) => {
      queryClient.setQueryData(bookingById(client, booking.id).queryKey, booking)
      showInLists(queryClient, booking)
      void queryClient.invalidateQueries({ queryKey: ['bookings'] })
      void queryClient.invalidateQueries({ queryKey: ['activity'] })
    },
  })
}

async function swapPartner(
  client: Client,
  booking: Booking,
  partner: AssignedPartner,
): Promise<Booking> {
  const whole = withPartner(booking, partner)
  const body = jsonBytes(whole) > MAX_PATCH_BYTES ? swappedFields(partner) : whole
  const request = { params: { id: booking.id }, headers: ifMatch(booking), body }
  const swapped = bookingFrom(await client.call('PATCH /bookings/{id}', request))
  if (swapped.id === '') throw malformed('PATCH /bookings/{id}', request)
  return swapped
}

async function swapToManual(
  client: Client,
  queryClient: QueryClient,
  booking: Booking,
  manual: ManualPartner,
): Promise<Booking> {
  const queryKey = ['partners', 'made by hand', booking.id, manual] as const
  // cached until the swap is saved, so that a retry does not create the partner twice
  const partner = await queryClient.fetchQuery({
    queryKey,
    queryFn: () => createTempPartner(client, manual),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const fresh = await readBooking(client, booking.id)
  // sends the version on the screen, so that an intermediate change is a conflict
  const swapped = await swapPartner(client, { ...fresh, version: booking.version }, partner)
  queryClient.removeQueries({ queryKey, exact: true })
  return swapped
}

async function createTempPartner(client: Client, manual: ManualPartner): Promise<AssignedPartner> {
  const request = { body: manual }
  const partner = tempPartnerFrom(await client.call('POST /temp-partner', request))
  if (partner.id === '') throw malformed('POST /temp-partner', request)
  return {
    id: partner.id,
    name: partner.name || manual.PartnerName.trim(),
    mobile: partner.mobileNo || manual.personalNumber.trim(),
  }
}

function showInLists(queryClient: QueryClient, booking: Booking): void {
  const swapIn = (rows: readonly Booking[]) =>
    rows.map((row) => (row.id === booking.id ? booking : row))
  queryClient.setQueriesData<Page<Booking>>({ queryKey: ['bookings', 'listed'] }, (page) =>
    page ? { ...page, rows: swapIn(page.rows) } : page,
  )
  for (const kept of ['like', 'numbered'])
    queryClient.setQueriesData<readonly Booking[]>({ queryKey: ['bookings', kept] }, (rows) =>
      rows ? swapIn(rows) : rows,
    )
}
