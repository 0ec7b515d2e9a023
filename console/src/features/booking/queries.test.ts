import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type QueryHarness, queryHarness } from '../../../testing/query-harness.ts'
import { isRetried } from '../client/query-client.ts'
import { PAGE_SIZE } from '../list/page-start.ts'
import { bookingById, bookingsPageQuery } from './queries.ts'

const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
const BOOKED = { list: 'details', filter: { tab: 'booked' }, today: TODAY } as const

let harness: QueryHarness
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  harness = await queryHarness()
})
afterEach(() => harness.close())

const page = (at: number) =>
  harness.queryClient.fetchQuery(bookingsPageQuery(harness.client, BOOKED, at))

describe('a page of a list', () => {
  test('continues after a loaded previous page by its cursor', async () => {
    const first = await page(0)
    const second = await page(1)
    expect(harness.sent.map(({ skip, after }) => ({ skip, after }))).toEqual([
      { skip: undefined, after: undefined },
      { skip: undefined, after: first.next },
    ])
    expect(second.rows).toHaveLength(PAGE_SIZE)
  })

  test('skips rows if the previous page is not loaded', async () => {
    const third = await page(2)
    expect(harness.sent).toMatchObject([{ skip: 2 * PAGE_SIZE, limit: PAGE_SIZE }])
    expect(third).toMatchObject({ total: 2.5 * PAGE_SIZE, next: null })
    expect(third.rows).toHaveLength(PAGE_SIZE / 2)
  })

  test('skips rows if the previous page is invalidated', async () => {
    await page(0)
    await harness.queryClient.invalidateQueries()
    await page(1)
    expect(harness.sent.at(-1)).toMatchObject({ skip: PAGE_SIZE })
  })

  test('skips rows when it is fetched again, so that all pages fit together', async () => {
    await page(0)
    await page(1)
    await harness.queryClient.refetchQueries({ queryKey: ['bookings'], type: 'all' })
    expect(harness.sent.slice(2).map(({ skip }) => skip)).toEqual([undefined, PAGE_SIZE])
  })

  test('is cached for a while, separately for other filters', async () => {
    await page(0)
    await page(0)
    const upcoming = bookingsPageQuery(
      harness.client,
      { ...BOOKED, filter: { tab: 'upcoming' } },
      0,
    )
    expect((await harness.queryClient.fetchQuery(upcoming)).rows).toEqual([])
    expect(harness.sent).toHaveLength(2)
  })
})

describe('retries', () => {
  test('sends a query again after a temporary failure', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    harness.server.failures.set('GET /bookings/{id}', 503)
    const found = harness.queryClient
      .fetchQuery({ ...bookingById(harness.client, 'b1'), retry: isRetried })
      .catch((error: unknown) => error)
    const callsASecondLater = async () => {
      await vi.advanceTimersByTimeAsync(1000)
      return harness.server.calls
    }
    await expect.poll(callsASecondLater).toHaveLength(3)
    vi.useRealTimers()
    expect(await found).toMatchObject({ kind: 'server' })
  })

  test('sends a rejected query only once', async () => {
    const found = harness.queryClient.fetchQuery({
      ...bookingById(harness.client, 'none'),
      retry: isRetried,
    })
    await expect(found).rejects.toMatchObject({ kind: 'notFound' })
    expect(harness.server.calls).toHaveLength(1)
  })
})
