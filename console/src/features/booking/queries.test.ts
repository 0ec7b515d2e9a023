import { createAdapter } from '@mandap/adapter/adapter.ts'
import type { Booking } from '@mandap/domain/booking/booking.ts'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { type PlainHost, plainHost as plainServer } from '@mandap/server/testing/plain-host.ts'
import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Client, createClient } from '@mandap/client/client.ts'
import type { TransportRequest } from '@mandap/client/transport.ts'
import { createQueryClient, isRetried } from '../client/query-client.ts'
import { PAGE_SIZE } from '../list/page-start.ts'
import { partnerDeletion } from '../partner/mutations.ts'
import { approvedPartners, partnersPageQuery } from '../partner/queries.ts'
import { bookingById, bookingNumberSuggestions, bookingsPageQuery } from './queries.ts'
import { type PartnerSwap, partnerSwap } from './mutations.ts'

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

let server: PlainHost
let client: Client
let queryClient: QueryClient
let sent: NonNullable<TransportRequest['query']>[]

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  server = await plainServer({
    bookings: Array.from({ length: 2.5 * PAGE_SIZE }, (_, at) =>
      bookingJson({ createdAt: new Date(Date.UTC(2026, 9, 30) - at * 60_000).toISOString() }),
    ),
    partners: Array.from({ length: PAGE_SIZE + 1 }, (_, at) =>
      partnerJson({ name: `Partner ${at}`, status: 'approved' }),
    ),
  })
  sent = []
  const tokens = { token: () => null, onUnauthorised: () => {} }
  const settings = { base: server.url, apiKey: null, superAdminNumbers: [] }
  const transport = createAdapter({ ...settings, tokens })
  client = createClient({
    ...transport,
    send(request, signal) {
      if (request.key === 'GET /bookings') sent.push(request.query ?? {})
      return transport.send(request, signal)
    },
  })
  queryClient = createQueryClient()
})

afterEach(async () => {
  queryClient.clear()
  await server.close()
})

const page = (at: number) => queryClient.fetchQuery(bookingsPageQuery(client, BOOKED, at))
const swap = (variables: PartnerSwap) =>
  new MutationObserver(queryClient, partnerSwap(client, queryClient)).mutate(variables)
const tempPartnersMade = () => server.calls.filter(({ method }) => method === 'POST').length

async function bookingAt(at: number): Promise<Booking> {
  const booking = (await page(Math.floor(at / PAGE_SIZE))).rows[at % PAGE_SIZE]
  if (!booking) throw new Error(`no booking ${at}`)
  return booking
}

describe('a page of a list', () => {
  test('continues after a loaded previous page by its cursor', async () => {
    const first = await page(0)
    const second = await page(1)
    expect(sent.map(({ skip, after }) => ({ skip, after }))).toEqual([
      { skip: undefined, after: undefined },
      { skip: undefined, after: first.next },
    ])
    expect(second.rows).toHaveLength(PAGE_SIZE)
  })

  test('skips rows if the previous page is not loaded', async () => {
    const third = await page(2)
    expect(sent).toMatchObject([{ skip: 2 * PAGE_SIZE, limit: PAGE_SIZE }])
    expect(third).toMatchObject({ total: 2.5 * PAGE_SIZE, next: null })
    expect(third.rows).toHaveLength(PAGE_SIZE / 2)
  })

  test('skips rows if the previous page is invalidated', async () => {
    await page(0)
    await queryClient.invalidateQueries()
    await page(1)
    expect(sent.at(-1)).toMatchObject({ skip: PAGE_SIZE })
  })

  test('skips rows when it is fetched again, so that all pages fit together', async () => {
    await page(0)
    await page(1)
    await queryClient.refetchQueries({ queryKey: ['bookings'], type: 'all' })
    expect(sent.slice(2).map(({ skip }) => skip)).toEqual([undefined, PAGE_SIZE])
  })

  test('is cached for a while, separately for other filters', async () => {
    await page(0)
    await page(0)
    const upcoming = bookingsPageQuery(client, { ...BOOKED, filter: { tab: 'upcoming' } }, 0)
    expect((await queryClient.fetchQuery(upcoming)).rows).toEqual([])
    expect(sent).toHaveLength(2)
  })
})

describe('retries', () => {
  test('sends a query again after a temporary failure', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    server.failures.set('GET /bookings/{id}', 503)
    const found = queryClient
      .fetchQuery({ ...bookingById(client, 'b1'), retry: isRetried })
      .catch((error: unknown) => error)
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1000)
      expect(server.calls).toHaveLength(3)
    })
    vi.useRealTimers()
    expect(await found).toMatchObject({ kind: 'server' })
  })

  test('sends a rejected query only once', async () => {
    const found = queryClient.fetchQuery({ ...bookingById(client, 'none'), retry: isRetried })
    await expect(found).rejects.toMatchObject({ kind: 'notFound' })
    expect(server.calls).toHaveLength(1)
  })
})

describe('swapping a partner (§2.6)', () => {
  const partner = { id: 'p1', name: 'Ishaan Rao', mobile: '9000090000' }

  test('shows the new partner in every list at once', async () => {
    const booking = await bookingAt(3)
    const suggestions = bookingNumberSuggestions(client, booking.numberId)
    await queryClient.fetchQuery(suggestions)
    await swap({ booking, to: { kind: 'existing', partner } })
    const shown = [
      queryClient.getQueryData(bookingsPageQuery(client, BOOKED, 0).queryKey)?.rows[3],
      queryClient.getQueryData(suggestions.queryKey)?.[0],
      queryClient.getQueryData(bookingById(client, booking.id).queryKey),
    ]
    for (const one of shown)
      expect(one).toMatchObject({ id: booking.id, partnerName: 'Ishaan Rao', partnerId: 'p1' })
    expect(server.bookings.get(booking.id)).toMatchObject({ partnerName: 'Ishaan Rao' })
  })

  test('fetches every list again afterwards', async () => {
    const booking = await bookingAt(0)
    await swap({ booking, to: { kind: 'existing', partner } })
    const { queryKey } = bookingsPageQuery(client, BOOKED, 0)
    expect(queryClient.getQueryState(queryKey)).toMatchObject({ isInvalidated: true })
  })

  test('creates a manual partner, fetches the booking and patches it (§7)', async () => {
    const booking = await bookingAt(0)
    server.bookings.set(booking.id, { ...server.bookings.get(booking.id), location: 'Udaipur' })
    server.calls.length = 0
    const swapped = await swap({ booking, to: { kind: 'manual', manual: MANUAL } })
    expect(swapped).toMatchObject({ partnerName: 'Meera Joshi', partnerMobile: '9822098220' })
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /temp-partner',
      `GET /bookings/${booking.id}`,
      `PATCH /bookings/${booking.id}`,
    ])
    expect(server.bookings.get(booking.id)).toMatchObject({
      location: 'Udaipur',
      partnerId: swapped.partnerId,
    })
  })

  test('creates a manual partner once when the swap is retried after a failure', async () => {
    const booking = await bookingAt(0)
    const to = { kind: 'manual', manual: MANUAL } as const
    server.failures.set('PATCH /bookings/{id}', 500)
    await expect(swap({ booking, to })).rejects.toMatchObject({ kind: 'server' })
    server.failures.clear()
    const swapped = await swap({ booking, to: { kind: 'manual', manual: { ...MANUAL } } })
    expect(tempPartnersMade()).toBe(1)
    expect([...server.tempPartners.keys()]).toEqual([swapped.partnerId])
    // after saving, the same details are a new partner
    await swap({ booking: swapped, to })
    expect(tempPartnersMade()).toBe(2)
  })

  test('creates a manual partner again after the first creation failed', async () => {
    const booking = await bookingAt(0)
    const to = { kind: 'manual', manual: MANUAL } as const
    server.failures.set('POST /temp-partner', 500)
    await expect(swap({ booking, to })).rejects.toMatchObject({ kind: 'server' })
    expect(tempPartnersMade()).toBe(1)
    server.failures.clear()
    expect(await swap({ booking, to })).toMatchObject({ partnerName: 'Meera Joshi' })
  })
})

test('fetches approved partners page by page', async () => {
  const options = approvedPartners(client, ' partner ')
  const { pages } = await queryClient.fetchInfiniteQuery({ ...options, pages: 2 })
  expect(pages.map(({ rows }) => rows.length)).toEqual([PAGE_SIZE, 1])
})

test('removes a deleted partner from the list, moves the next ones up and decreases the total', async () => {
  const listing = { list: 'approved' } as const
  const first = partnersPageQuery(client, listing, 0)
  const second = partnersPageQuery(client, listing, 1)
  const { rows } = await queryClient.fetchQuery(first)
  const [last] = (await queryClient.fetchQuery(second)).rows
  const partner = rows[10]
  if (!partner) throw new Error('no partner 10')
  const deletion = new MutationObserver(queryClient, partnerDeletion(client, queryClient))
  await deletion.mutate({ partner, grant: null })
  const shown = queryClient.getQueryData(first.queryKey)
  expect(shown?.total).toBe(PAGE_SIZE)
  expect(shown?.rows).toEqual([...rows.filter((row) => row !== partner), last])
  expect(queryClient.getQueryData(second.queryKey)?.rows).toEqual([])
  expect(queryClient.getQueryState(first.queryKey)).toMatchObject({ isInvalidated: true })
})
