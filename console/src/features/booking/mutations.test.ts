import { createClient } from '@mandap/client/client.ts'
import type { TransportRequest } from '@mandap/client/transport.ts'
import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import { MAX_PATCH_BYTES } from '@mandap/domain/booking/swap.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { MutationObserver, QueryClient } from '@tanstack/preact-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type QueryHarness, queryHarness } from '../../../testing/query-harness.ts'
import { configFrom, setConfig } from '../client/config.ts'
import { conflictOf } from '../record/conflict.ts'
import { type PartnerSwap, partnerSwap } from './mutations.ts'
import { bookingById, bookingNumberSuggestions, bookingsPageQuery } from './queries.ts'

const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
const BOOKED = { list: 'details', filter: { tab: 'booked' }, today: TODAY } as const
const MANUAL = {
  PartnerName: 'Meera Joshi',
  companyName: 'Joshi Tents',
  companyLocation: 'Pune',
  companyNumber: '',
  personalNumber: '9822098220',
  companyEmailId: '',
}

let harness: QueryHarness
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  harness = await queryHarness()
})
afterEach(() => harness.close())

const swap = (variables: PartnerSwap) =>
  new MutationObserver(
    harness.queryClient,
    partnerSwap(harness.client, harness.queryClient),
  ).mutate(variables)
const tempPartnersMade = () => harness.server.calls.filter(({ method }) => method === 'POST').length

async function bookingAt(at: number): Promise<Booking> {
  const page = bookingsPageQuery(harness.client, BOOKED, 0)
  const booking = (await harness.queryClient.fetchQuery(page)).rows[at]
  if (!booking) throw new Error(`no booking ${at}`)
  return booking
}

describe('swapping a partner (§2.6)', () => {
  const partner = { id: 'p1', name: 'Ishaan Rao', mobile: '9000090000' }

  test('shows the new partner in every list at once', async () => {
    const booking = await bookingAt(3)
    const suggestions = bookingNumberSuggestions(harness.client, booking.numberId)
    await harness.queryClient.fetchQuery(suggestions)
    await swap({ booking, to: { kind: 'existing', partner } })
    const shown = [
      harness.queryClient.getQueryData(bookingsPageQuery(harness.client, BOOKED, 0).queryKey)
        ?.rows[3],
      harness.queryClient.getQueryData(suggestions.queryKey)?.[0],
      harness.queryClient.getQueryData(bookingById(harness.client, booking.id).queryKey),
    ]
    for (const one of shown)
      expect(one).toMatchObject({ id: booking.id, partnerName: 'Ishaan Rao', partnerId: 'p1' })
    expect(harness.server.bookings.get(booking.id)).toMatchObject({ partnerName: 'Ishaan Rao' })
  })

  test('fetches every list again afterwards', async () => {
    const booking = await bookingAt(0)
    await swap({ booking, to: { kind: 'existing', partner } })
    const { queryKey } = bookingsPageQuery(harness.client, BOOKED, 0)
    expect(harness.queryClient.getQueryState(queryKey)).toMatchObject({ isInvalidated: true })
  })

  test('keeps what a host without versions has changed since the booking was read', async () => {
    const booking = await bookingAt(0)
    const changed = { ...harness.server.bookings.get(booking.id), status: 'confirmEvent' }
    harness.server.bookings.set(booking.id, changed)
    await swap({ booking, to: { kind: 'existing', partner } })
    expect(harness.server.bookings.get(booking.id)).toEqual({
      ...changed,
      partnerId: 'p1',
      partnerName: 'Ishaan Rao',
      partnerMobile: '9000090000',
    })
  })

  test.each([
    { kind: 'existing', partner },
    { kind: 'manual', manual: MANUAL },
  ] as const)('is a conflict if another person has swapped the partner: $kind', async (to) => {
    const booking = await bookingAt(0)
    const changed = {
      ...harness.server.bookings.get(booking.id),
      partnerId: 'p9',
      partnerName: 'Dev',
    }
    harness.server.bookings.set(booking.id, changed)
    const error: unknown = await swap({ booking, to }).catch((reason: unknown) => reason)
    const conflict = conflictOf(error, bookingFrom)
    expect(conflict).toMatchObject({ current: { id: booking.id, partnerName: 'Dev' }, changes: [] })
    expect(harness.server.bookings.get(booking.id)).toEqual(changed)
    if (conflict === null) throw new Error('no conflict')
    await swap({ booking: conflict.current, to })
    expect(harness.server.bookings.get(booking.id)?.['partnerId']).not.toBe('p9')
  })

  test('is repeated after an answer that was lost', async () => {
    const booking = await bookingAt(0)
    await swap({ booking, to: { kind: 'existing', partner } })
    expect(await swap({ booking, to: { kind: 'existing', partner } })).toMatchObject({
      partnerId: 'p1',
    })
  })

  test('creates a manual partner, fetches the booking and patches it (§7)', async () => {
    const booking = await bookingAt(0)
    harness.server.bookings.set(booking.id, {
      ...harness.server.bookings.get(booking.id),
      location: 'Udaipur',
    })
    harness.server.calls.length = 0
    const swapped = await swap({ booking, to: { kind: 'manual', manual: MANUAL } })
    expect(swapped).toMatchObject({ partnerName: 'Meera Joshi', partnerMobile: '9822098220' })
    expect(harness.server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /temp-partner',
      `GET /bookings/${booking.id}`,
      `PATCH /bookings/${booking.id}`,
    ])
    expect(harness.server.bookings.get(booking.id)).toMatchObject({
      location: 'Udaipur',
      partnerId: swapped.partnerId,
    })
  })

  test('creates a manual partner once when the swap is retried after a failure', async () => {
    const booking = await bookingAt(0)
    const to = { kind: 'manual', manual: MANUAL } as const
    harness.server.failures.set('PATCH /bookings/{id}', 500)
    await expect(swap({ booking, to })).rejects.toMatchObject({ kind: 'server' })
    harness.server.failures.clear()
    const swapped = await swap({ booking, to: { kind: 'manual', manual: { ...MANUAL } } })
    expect(tempPartnersMade()).toBe(1)
    expect([...harness.server.tempPartners.keys()]).toEqual([swapped.partnerId])
    // after saving, the same details are a new partner
    await swap({ booking: swapped, to })
    expect(tempPartnersMade()).toBe(2)
  })

  test('creates a manual partner once also if lists change before the retry', async () => {
    const booking = await bookingAt(0)
    const to = { kind: 'manual', manual: MANUAL } as const
    harness.server.failures.set('PATCH /bookings/{id}', 500)
    await expect(swap({ booking, to })).rejects.toMatchObject({ kind: 'server' })
    harness.server.failures.clear()
    await harness.queryClient.invalidateQueries()
    await swap({ booking, to })
    expect(tempPartnersMade()).toBe(1)
  })

  test('creates a manual partner again after the first creation failed', async () => {
    const booking = await bookingAt(0)
    const to = { kind: 'manual', manual: MANUAL } as const
    harness.server.failures.set('POST /temp-partner', 500)
    await expect(swap({ booking, to })).rejects.toMatchObject({ kind: 'server' })
    expect(tempPartnersMade()).toBe(1)
    harness.server.failures.clear()
    expect(await swap({ booking, to })).toMatchObject({ partnerName: 'Meera Joshi' })
  })
})

describe('on a host with versions', () => {
  beforeEach(() => setConfig(configFrom({})))

  /** Swaps the partner of a booking of version 1, of which the host has version 2. Returns the last call. */
  async function sentBy(read: JsonObject, to: PartnerSwap['to']): Promise<TransportRequest> {
    const sent: TransportRequest[] = []
    const client = createClient({
      send: async (request) => {
        sent.push(request)
        if (request.key === 'POST /temp-partner')
          return { status: 201, body: { ...MANUAL, _id: 't1' } }
        return { status: 200, body: { ...read, partnerId: 'p9', version: 2 } }
      },
      refresh: () => {},
      watch: () => () => {},
    })
    const queryClient = new QueryClient()
    const booking = bookingFrom({ ...read, version: 1 })
    await new MutationObserver(queryClient, partnerSwap(client, queryClient)).mutate({
      booking,
      to,
    })
    return sent.at(-1)!
  }

  test('a manual partner is sent with the version on the screen, so that the host finds a conflict', async () => {
    const { key, headers } = await sentBy(bookingJson(), { kind: 'manual', manual: MANUAL })
    expect([key, headers]).toEqual(['PATCH /bookings/{id}', { 'if-match': '"1"' }])
  })

  test('only the partner is sent of a booking that is larger than the host accepts', async () => {
    const large = bookingJson({ notes: 'x'.repeat(MAX_PATCH_BYTES) })
    const partner = { id: 'p1', name: 'Ishaan Rao', mobile: '9000090000' }
    const { body } = await sentBy(large, { kind: 'existing', partner })
    expect(body).toEqual({
      partnerId: 'p1',
      partnerName: 'Ishaan Rao',
      partnerMobile: '9000090000',
    })
  })
})
