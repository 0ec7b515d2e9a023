import { bookingFacts } from '@mandap/domain/booking/facts.ts'
import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import {
  type BookingFilter,
  type BookingSort,
  bookingsListed,
  EVENT_DATE_RANGES,
  type EventDateRange,
} from '@mandap/domain/booking/filter.ts'
import { byBookingTime } from '@mandap/domain/booking/order.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { BOOKING_STATUSES } from '@mandap/domain/booking/status.ts'
import { BOOKING_TABS, type BookingTab } from '@mandap/domain/booking/tab.ts'
import { addDays, startOfDay, type Today } from '@mandap/domain/rule/days.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { putBookings } from './store.ts'

const TODAY: Today = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
const TABS = Object.keys(BOOKING_TABS) as BookingTab[]
const NAMES = ['Aarav Mehta', 'AARAV  mehta', 'Sana Shaikh', '100%_\\', '']

/** 500 bookings about today, the same every time: every status, day bounds, ties and missing dates. */
function population(): JsonObject[] {
  const near = fc
    .tuple(fc.integer({ min: -12, max: 45 }), fc.constantFrom(-1, 0, 1, 43_200_000))
    .map(([days, shift]) =>
      new Date(startOfDay(addDays(TODAY.date, days), TODAY.timeZone) + shift).toISOString(),
    )
  const past = fc
    .integer({ min: -20, max: 0 })
    .map((days) => new Date(startOfDay(addDays(TODAY.date, days), TODAY.timeZone)).toISOString())
  const event = fc.constantFrom('event-1', 'event-2', '')
  const given = fc.record({
    numberId: fc.integer({ min: 100, max: 130 }).map((number) => `mb-${number}`),
    status: fc.constantFrom(
      ...Object.keys(BOOKING_STATUSES),
      'confirmEvent',
      'confirmEvent',
      'odd',
    ),
    dateFrom: fc.oneof({ weight: 19, arbitrary: near }, fc.constant(null)),
    dateTo: fc.oneof({ weight: 2, arbitrary: near }, fc.constant(null)),
    createdAt: fc.oneof({ weight: 9, arbitrary: past }, fc.constant('soon')),
    eventId: event,
    photographyEvent: event,
    cateringEvent: event,
    partnerName: fc.constantFrom(...NAMES),
  })
  return fc.sample(given, { seed: 20_261_121, numRuns: 500 }).map((fields) => bookingJson(fields))
}

let api: Awaited<ReturnType<typeof startApi>>
let bookings: Booking[]
beforeAll(async () => {
  api = await startApi()
  const records = population()
  bookings = records.map(bookingFrom)
  await putBookings(api.db, records, 'test')
})
afterAll(() => api.close())

interface Page {
  data: JsonObject[]
  next: string | null
  total: number | null
}

function query(filter: BookingFilter, more: Record<string, string>): string {
  const { numberId, ...rest } = filter
  const given = Object.entries({ ...rest, numberPrefix: numberId, ...more }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const { date: today, timeZone } = TODAY
  return new URLSearchParams([...given, ['today', today], ['timeZone', timeZone]]).toString()
}

async function page(filter: BookingFilter, more: Record<string, string>): Promise<Page> {
  return (await api.call('GET', `/bookings?${query(filter, more)}`)).body as Page
}

/** Every page after the other, by cursor. */
async function walk(filter: BookingFilter): Promise<Page> {
  const first = await page(filter, { limit: '37' })
  const data = [...first.data]
  for (let { next } = first; next !== null; ) {
    const following = await page(filter, { limit: '37', after: next })
    expect(following.total).toBeNull()
    data.push(...following.data)
    next = following.next
  }
  return { ...first, data }
}

function listed(filter: BookingFilter): string[] {
  const condition = bookingsListed(filter, TODAY)
  return bookings
    .map(bookingFacts)
    .filter((facts) => matches(condition, facts))
    .toSorted(byBookingTime(filter.sort))
    .map((facts) => facts.id)
}

const FILTERS: Omit<BookingFilter, 'tab'>[] = [
  {},
  ...(Object.keys(EVENT_DATE_RANGES) as EventDateRange[]).map((eventDate) => ({ eventDate })),
  { bookedDate: '2026-11-18' },
  ...SERVICE_CATEGORIES.map((service) => ({ service })),
  ...NAMES.slice(1).map((partnerName) => ({ partnerName })),
  { numberId: 'mb 11' },
  { eventDate: 'nextMonth', service: 'Event', partnerName: 'sana shaikh', numberId: 'MB1' },
]

const CASES = TABS.flatMap((tab) =>
  FILTERS.flatMap((filter) =>
    (['newest', 'oldest'] as BookingSort[]).map(
      (sort): BookingFilter => ({ tab, ...filter, sort }),
    ),
  ),
)

describe('pages of Booking Details', () => {
  test.each(CASES)(
    'walked by cursor are the plain list, filtered and sorted by domain: %j',
    async (filter) => {
      const expected = listed(filter)
      const { data, total } = await walk(filter)
      expect(data.map((record) => record['_id'])).toEqual(expected)
      expect(total).toBe(expected.length)
      expect(data.every((record) => record['version'] === 1)).toBe(true)
    },
  )

  test('the cases choose something to compare', () => {
    const chosen = CASES.filter((filter) => listed(filter).length > 0)
    expect(chosen.length).toBeGreaterThan(CASES.length * 0.7)
  })

  test.each(['newest', 'oldest'] as const)(
    '%s: a jump to any place agrees with the walk',
    async (sort) => {
      const filter: BookingFilter = { tab: 'booked', sort }
      const expected = listed(filter)
      for (const skip of [0, 50, expected.length - 1, expected.length, expected.length + 50]) {
        const jumped = await page(filter, { limit: '50', skip: String(skip) })
        expect(jumped.data.map((record) => record['_id'])).toEqual(expected.slice(skip, skip + 50))
        expect(jumped.total).toBe(expected.length)
        expect(jumped.next === null).toBe(skip + 50 >= expected.length)
      }
    },
  )

  test('with limit alone, every booking by booking time', async () => {
    const expected = bookings
      .map(bookingFacts)
      .toSorted(byBookingTime())
      .map(({ id }) => id)
    const { body } = await api.call('GET', '/bookings?limit=200')
    expect((body as Page).data.map((record) => record['_id'])).toEqual(expected.slice(0, 200))
    expect((body as Page).total).toBe(500)
  })

  test('a booking made while the pages are walked neither repeats nor hides another', async () => {
    const filter: BookingFilter = { tab: 'completed', sort: 'newest' }
    const expected = listed(filter)
    const first = await page(filter, { limit: '10' })
    const made = bookingJson({
      status: 'completed',
      dateFrom: '2026-12-01T00:00:00Z',
      createdAt: '2026-11-21T10:00:00Z',
    })
    await putBookings(api.db, [made], 'test')
    const second = await page(filter, { limit: '10', after: String(first.next) })
    await api.db.deleteFrom('booking').where('id', '=', String(made['_id'])).execute()
    expect([...first.data, ...second.data].map((record) => record['_id'])).toEqual(
      expected.slice(0, 20),
    )
  })
})
