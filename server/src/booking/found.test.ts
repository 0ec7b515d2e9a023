import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { bookingTiers } from '@mandap/domain/booking/found.ts'
import { byBookingTime } from '@mandap/domain/booking/order.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { bulkInsert } from '../records/bulk-insert.ts'
import { foundPage } from './found.ts'
import { BOOKING } from './kind.ts'
import { BY_TIME } from './list.ts'

const COUNT = 11_000

/** Bookings, some booked at the same instant. `at` counts from the newest. */
const BOOKINGS = Array.from({ length: COUNT }, (_, at) =>
  bookingJson({
    numberId: `MB${10_000 + at}`,
    createdAt: new Date(Date.UTC(2026, 10, 21) - Math.floor(at / 3) * 60_000).toISOString(),
    // the index of the order does not contain long texts
    location: `${at % 3 === 0 ? 'Jaipur' : 'Pune'}${at % 400 === 1 ? ' Wedding Hall' : ''}${at % 500 === 3 ? ', by the lake'.repeat(80) : ''}`,
    // rare, and all of them old
    eventType: at >= COUNT - 120 ? 'Old fort gala' : 'Wedding',
    // rare, and evenly distributed
    partnerName: at % 150 === 0 ? 'Zz Top' : 'Aarav Mehta',
    // common, and none of them new
    transactionId: at >= 6000 ? 'TXN-OLD' : 'TXN-NEW',
  }),
)
const FACTS = BOOKINGS.map((json) => bookingIndex(bookingFrom(json)))

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
  await bulkInsert({ db: api.db, url: api.databaseUrl }, BOOKING, BOOKINGS, 'test')
})
afterAll(() => api.close())

interface Page {
  data: JsonObject[]
  next: string | null
  total: number | null
  totalIsExact?: boolean
}

async function page(search: string, more: Record<string, string> = {}): Promise<Page> {
  const query = new URLSearchParams({ list: 'found', search, ...more })
  const { status, body } = await api.call('GET', `/bookings?${query}`)
  expect(status).toBe(200)
  return body as Page
}

function idsFound(search: string): string[] {
  return bookingTiers(search).flatMap((tier) =>
    FACTS.filter((indexFields) => matches(tier, indexFields))
      .toSorted(byBookingTime())
      .map(({ id }) => id),
  )
}

const idsOf = ({ data }: Page) => data.map(({ _id }) => _id)

describe('the bookings that a search finds (§2.4, §5.5)', () => {
  test.each([
    'wedding',
    'JAIPUR',
    'old fort',
    'txn-old',
    'aarav jaipur',
    'pune wedding',
    // the first tier has few bookings, the second others
    'top zz',
    'zz top',
    'fo ol',
    'zz',
    'w',
    'the lake',
    'mb1000',
  ])('are read by cursor, newest first: %s', async (search) => {
    const expected = idsFound(search)
    expect(expected.length).toBeGreaterThan(7)
    const limit = expected.length > 1000 ? '200' : '7'
    const walked: unknown[] = []
    let next: string | null = null
    do {
      const part = await page(search, { limit, ...(next !== null && { after: next }) })
      expect(part.total === null).toBe(next !== null)
      walked.push(...idsOf(part))
      next = part.next
    } while (next !== null)
    expect(walked).toEqual(expected)
  })

  test.each(['wedding', 'jaipur', 'old fort', 'fort old', 'pune wedding', 'txn-old', 'zz', 'w'])(
    'are reached by skip: %s',
    async (search) => {
      const expected = idsFound(search)
      for (const skip of [1, 50, expected.length - 3, expected.length + 5]) {
        const jumped = await page(search, { limit: '5', skip: String(skip) })
        expect(idsOf(jumped)).toEqual(expected.slice(skip, skip + 5))
        expect(jumped.next === null).toBe(skip + 5 >= expected.length)
      }
      const last = await page('wedding', { limit: '5', skip: '10000' })
      expect(idsOf(last)).toEqual(idsFound('wedding').slice(10_000, 10_005))
    },
  )

  test('are counted exactly if the list is short', async () => {
    for (const search of ['wedding', 'w', 'jaipur', 'old fort', 'zz', 'mb10']) {
      const { total, totalIsExact } = await page(search)
      expect(total).toBe(idsFound(search).length)
      expect(totalIsExact).toBeUndefined()
    }
  })

  describe('in a list that is longer than a search reads', () => {
    const LIMITS = { all: 100, counted: 200, read: 500, min: 50 }

    async function pageOfLong(search: string, more: { skip?: number; after?: string } = {}) {
      const request = { order: BY_TIME.newest, limit: 5, ...more }
      return JSON.parse(await foundPage(api.db, search, request, LIMITS)) as Page
    }

    test.each([
      ['wedding', 200, 'many'],
      ['jaipur', 160, 'many'],
      ['w', 200, 'many'],
      ['zz', 74, 'few'],
      ['old fort', 120, 'few'],
      // few of the newest bookings, so an index finds all
      ['txn-old', 5000, 'few'],
      ['qwertz', 0, 'few'],
      // few as typed, many others
      ['pune wedding', 200, 'many'],
      ['aarav mehta', 200, 'many'],
      ['mehta aarav', 200, 'many'],
      ['zz top', 74, 'few'],
    ])('%s is counted: %i', async (search, total, are) => {
      const expected = idsFound(search)
      const first = await pageOfLong(search)
      expect(first).toMatchObject(are === 'few' ? { total } : { total, totalIsExact: false })
      expect('totalIsExact' in first).toBe(are === 'many')
      expect(expected.length > total).toBe(are === 'many')
      expect(idsOf(first)).toEqual(expected.slice(0, 5))
      for (const skip of [total >> 1, total - 5, total, 1500]) {
        const jumped = await pageOfLong(search, { skip: Math.max(skip, 0) })
        expect(idsOf(jumped)).toEqual(expected.slice(Math.max(skip, 0)).slice(0, 5))
        if (jumped.next === null) continue
        const next = await pageOfLong(search, { after: jumped.next })
        expect(idsOf(next)).toEqual(expected.slice(skip + 5, skip + 10))
      }
    })
  })

  test.each(['', ' ', '\u200b', 'nobody at all', 'qx', '%', '_'])(
    'are empty for %j',
    async (search) => {
      expect(await page(search)).toEqual({ data: [], next: null, total: 0 })
    },
  )
})
