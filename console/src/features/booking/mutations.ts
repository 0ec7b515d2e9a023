import { type Client, malformed } from '@mandap/client/client.ts'
import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import type { ManualPartner } from '@mandap/domain/booking/manual-partner.ts'
import {
  type AssignedPartner,
  MAX_PATCH_BYTES,
  swappedFields,
  withPartner,
} from '@mandap/domain/booking/swap.ts'
import { tempPartnerFrom } from '@mandap/domain/partner/partner.ts'
import { jsonBytes } from '@mandap/domain/wire/size.ts'
import { mutationOptions, type QueryClient } from '@tanstack/preact-query'
import type { Page } from '../list/page.ts'
import { ifMatch, unversionedConflict, versionOf } from '../record/conflict.ts'
import { bookingById, readBooking } from './queries.ts'
import { invalidate, listedKey } from '../client/query-keys.ts'

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
        ? swapToExisting(client, booking, to.partner)
        : swapToManual(client, queryClient, booking, to.manual),
    onSuccess: (booking) => {
      queryClient.setQueryData(bookingById(client, booking.id).queryKey, booking)
      showInLists(queryClient, booking)
      invalidate(queryClient, 'bookings', 'activity')
    },
  })
}

/**
 * On a host with versions, sends the booking of the screen. A swap that is tried again after its answer was lost is then
 * the same request, so the server does not change the booking twice.
 */
async function swapToExisting(
  client: Client,
  booking: Booking,
  partner: AssignedPartner,
): Promise<Booking> {
  const current = versionOf(booking) === null ? await readAgain(client, booking, partner) : booking
  return swapPartner(client, current, partner)
}

/**
 * Reads a booking before it is patched, because the call sends the whole booking. Without versions, throws a conflict if
 * another person has swapped its partner since.
 */
async function readAgain(
  client: Client,
  booking: Booking,
  partner: AssignedPartner,
): Promise<Booking> {
  const current = await readBooking(client, booking.id)
  // the new partner is there already if the answer to an earlier attempt was lost
  const isExpected = [booking.partnerId, partner.id].includes(current.partnerId)
  if (versionOf(booking) === null && !isExpected)
    throw unversionedConflict('PATCH /bookings/{id}', current)
  return current
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
  const queryKey = ['createdPartners', booking.id, manual] as const
  // kept until the swap is saved, whatever changes, so that a retry does not create the partner twice
  const partner = await queryClient.fetchQuery({
    queryKey,
    queryFn: () => createTempPartner(client, manual),
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const current = await readAgain(client, booking, partner)
  // sends the version on the screen, so that an intermediate change is a conflict
  const swapped = isSwapped(current, partner)
    ? current
    : await swapPartner(client, { ...current, version: booking.version }, partner)
  queryClient.removeQueries({ queryKey, exact: true })
  return swapped
}

/** Returns whether an earlier attempt was saved and its answer was lost: no other booking or swap has this new partner. */
function isSwapped(current: Booking, partner: AssignedPartner): boolean {
  return current.partnerId === partner.id
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
  queryClient.setQueriesData<Page<Booking>>({ queryKey: listedKey('bookings') }, (page) =>
    page ? { ...page, rows: swapIn(page.rows) } : page,
  )
  for (const kept of ['like', 'numbered'])
    queryClient.setQueriesData<readonly Booking[]>({ queryKey: ['bookings', kept] }, (rows) =>
      rows ? swapIn(rows) : rows,
    )
}
