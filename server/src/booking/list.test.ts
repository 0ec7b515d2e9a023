import type { PagedBookings } from '@mandap/contract/codec/bookings.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import {
  type BookingFilter,
  type BookingSort,
  EVENT_DATE_RANGES,
  type EventDateRange,
  type ListFilter,
} from '@mandap/domain/booking/filter.ts'
import { BOOKING_FIGURES, type BookingFigure } from '@mandap/domain/booking/figure.ts'
import { BOOKING_GROUP_NAMES } from '@mandap/domain/booking/group.ts'
import { type BookingListing, bookingsOf } from '@mandap/domain/booking/listing.ts'
import { byBookingTime } from '@mandap/domain/booking/order.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { BOOKING_STATUSES } from '@mandap/domain/booking/status.ts'
import { BOOKING_TABS, type BookingTab } from '@mandap/domain/booking/tab.ts'
import { addDays, startOfDay, type Today } from '@mandap/domain/time/days.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { toSql } from '../database/rule-to-sql.ts'
import { readPage } from '../records/page.ts'
import { BOOKING } from './kind.ts'
import { bookingListOf } from './list.ts'
import { upsertBookings } from './store.ts'

const TODAY: Today = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
const TABS = Object.keys(BOOKING_TABS) as BookingTab[]
const NAMES = ['Aarav Mehta', 'AARAV  mehta', 'Sana Shaikh', '100%_\\', '']

/** 500 bookings around today, always the same: every status, day bounds, ties and missing dates. */
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
  await upsertBookings(api.db, records, 'test')
})
afterAll(() => api.close())

interface Page {
  data: JsonObject[]
  next: string | null
  total: number | null
}

/** Filters of a tab or of the ended events. */
type Filter = BookingFilter | (ListFilter & { list: 'ended' })

function query(filter: Filter, more: Record<string, string>): string {
  const { numberId, ...rest } = filter
  const given = Object.entries({ ...rest, numberPrefix: numberId, ...more }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const { date: today, timeZone } = TODAY
  return new URLSearchParams([...given, ['today', today], ['timeZone', timeZone]]).toString()
}

async function page(filter: Filter, more: Record<string, string>): Promise<Page> {
  return (await api.call('GET', `/bookings?${query(filter, more)}`)).body as Page
}

/** Reads all pages by cursor. */
async function walk(filter: Filter): Promise<Page> {
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

function listingOf(filter: Filter, today = TODAY): PagedBookings & BookingListing {
  if ('tab' in filter) return { list: 'details', filter, today }
  // a filter with another field is not counted by counters
  const { list, ...rest } = filter
  return { list, filter: rest, today }
}

function listed(filter: Filter, today = TODAY): string[] {
  const condition = bookingsOf(listingOf(filter, today))
  return bookings
    .map(bookingIndex)
    .filter((indexFields) => matches(condition, indexFields))
    .toSorted(byBookingTime(filter.sort))
    .map((indexFields) => indexFields.id)
}

const FILTERS: ListFilter[] = [
  {},
  ...(Object.keys(EVENT_DATE_RANGES) as EventDateRange[]).map((eventDate) => ({ eventDate })),
  { bookedDate: '2026-11-18' },
  ...SERVICE_CATEGORIES.map((service) => ({ service })),
  ...NAMES.slice(1).map((partnerName) => ({ partnerName })),
  // the first number, and the last one
  { numberId: 'mb 10' },
  { numberId: 'MB13' },
  { eventDate: 'nextMonth', service: 'Event', partnerName: 'sana shaikh', numberId: 'MB1' },
]

const PLACES: ({ tab: BookingTab } | { list: 'ended' })[] = [
  ...TABS.map((tab) => ({ tab })),
  { list: 'ended' },
]

function casesOf(place: (typeof PLACES)[number], filters: readonly ListFilter[]): Filter[] {
  const sorts: BookingSort[] = ['newest', 'oldest']
  return filters.flatMap((filter) => sorts.map((sort): Filter => ({ ...place, ...filter, sort })))
}

const CASES = PLACES.flatMap((place) => casesOf(place, FILTERS))

/**
 * Each place without a filter, with the first one and with the last one, and each of the others in two places.
 * database/rule-to-sql.test.ts compares every filter in every place.
 */
const WALKS = PLACES.flatMap((place, at) => {
  const isHere = (which: number) => (which + at) % PLACES.length < 2
  const filters = FILTERS.filter(
    (_, which) => which < 2 || which === FILTERS.length - 1 || isHere(which),
  )
  return casesOf(place, filters)
})

describe('pages of Booking Details and of ended events', () => {
  test.each(WALKS)(
    'read by cursor, equal the plain list, filtered and sorted by domain: %j',
    async (filter) => {
      const expected = listed(filter)
      const { data, total } = await walk(filter)
      expect(data.map((record) => record['_id'])).toEqual(expected)
      expect(total).toBe(expected.length)
      expect(data.every((record) => record['version'] === 1)).toBe(true)
    },
  )

  test.each([
    { how: 'found and sorted', most: 0 },
    { how: 'read in order', most: 1_000_000 },
  ])(
    'of events on certain days, $how, equal the list filtered and sorted by domain',
    async ({ most }) => {
      const lists = CASES.map((filter) => ({ filter, ...bookingListOf(listingOf(filter)) }))
      const counted = lists.filter(({ spans }) => spans.outline?.atMost !== undefined)
      expect(counted.length).toBeGreaterThan(PLACES.length)
      for (const { filter, condition, order, spans } of counted) {
        if (!spans.outline) throw new Error('The list has no outline.')
        const outline = { ...spans.outline, atMost: sql`select ${most}::bigint` }
        const { data } = await readPage(api.db, BOOKING, {
          where: toSql(condition, BOOKING.columns),
          order,
          limit: 500,
          spans: { ...spans, outline },
        })
        const ids = (JSON.parse(data) as JsonObject[]).map((record) => record['_id'])
        expect(ids).toEqual(listed(filter))
      }
    },
  )

  /** Returns how many bookings are expected at most, which decides how a list of certain days is read; null for other lists. */
  async function mostOf(filter: Filter, today = TODAY): Promise<number | null> {
    const { atMost } = bookingListOf(listingOf(filter, today)).spans.outline ?? {}
    if (!atMost) return null
    const { rows } = await sql<{ most: number }>`select (${atMost})::bigint as most`.execute(api.db)
    return rows[0]?.most ?? null
  }

  test('a list of certain days has at most as many bookings as are expected', async () => {
    const places = new Set<string>()
    for (const filter of CASES) {
      const most = await mostOf(filter)
      if (most === null) continue
      expect(most).toBeGreaterThanOrEqual(listed(filter).length)
      places.add('tab' in filter ? filter.tab : filter.list)
    }
    expect(places.size).toBe(PLACES.length)
  })

  test('on the first day of a week, the events of its other days are not expected to have ended', async () => {
    const sunday = { ...TODAY, date: '2026-11-22' }
    const ended = { list: 'ended', eventDate: 'thisWeek', sort: 'newest' } as const
    expect(listed({ tab: 'upcoming', eventDate: 'thisWeek' }, sunday).length).toBeGreaterThan(10)
    expect(await mostOf(ended, sunday)).toBe(listed(ended, sunday).length)
  })

  test('the cases contain records to compare', () => {
    const chosen = CASES.filter((filter) => listed(filter).length > 0)
    expect(chosen.length).toBeGreaterThan(CASES.length * 0.7)
  })

  const JUMPS = PLACES.flatMap((place) =>
    (['newest', 'oldest'] as const).flatMap((sort): Filter[] => [
      { ...place, sort },
      { ...place, sort, eventDate: 'nextMonth' },
      { ...place, sort, service: 'Event' },
      { ...place, sort, numberId: 'MB11' },
    ]),
  )

  test.each(JUMPS)('skip to any position equals reading by cursor: %j', async (filter) => {
    const expected = listed(filter)
    const { length } = expected
    for (const skip of new Set([0, 1, length >> 2, length >> 1, length - 1, length, length + 50])) {
      if (skip < 0) continue
      const jumped = await page(filter, { limit: '50', skip: String(skip) })
      expect(jumped.data.map((record) => record['_id'])).toEqual(expected.slice(skip, skip + 50))
      expect(jumped.total).toBe(length)
      expect(jumped.next === null).toBe(skip + 50 >= length)
    }
  })

  test.each(Object.keys(BOOKING_FIGURES) as BookingFigure[])(
    'skip into the bookings counted as %s equals the rule, before and after a roll-up',
    async (figure) => {
      const { date: today, timeZone } = TODAY
      const condition = BOOKING_FIGURES[figure].bookings(TODAY)
      const expected = bookings
        .map(bookingIndex)
        .filter((indexFields) => matches(condition, indexFields))
        .toSorted(byBookingTime())
        .map(({ id }) => id)
      for (const isRolledUp of [false, true]) {
        if (isRolledUp) await sql`select roll_up_counts()`.execute(api.db)
        for (const skip of [1, expected.length >> 1, expected.length - 1, expected.length]) {
          if (skip < 1) continue
          const requested = {
            list: 'counted',
            figure,
            today,
            timeZone,
            limit: '9',
            skip: String(skip),
          }
          const jumped = (await api.call('GET', `/bookings?${new URLSearchParams(requested)}`))
            .body as Page
          expect(jumped.data.map(({ _id }) => _id)).toEqual(expected.slice(skip, skip + 9))
          expect(jumped.total).toBe(expected.length)
        }
      }
    },
  )

  test('with only a limit, return every booking by booking time', async () => {
    const expected = bookings
      .map(bookingIndex)
      .toSorted(byBookingTime())
      .map(({ id }) => id)
    const { body } = await api.call('GET', '/bookings?limit=200')
    expect((body as Page).data.map((record) => record['_id'])).toEqual(expected.slice(0, 200))
    expect((body as Page).total).toBe(500)
  })

  test('a booking that is made between two pages causes no repeated or missing booking', async () => {
    const filter: BookingFilter = { tab: 'completed', sort: 'newest' }
    const expected = listed(filter)
    const first = await page(filter, { limit: '10' })
    const made = bookingJson({
      status: 'completed',
      dateFrom: '2026-12-01T00:00:00Z',
      createdAt: '2026-11-21T10:00:00Z',
    })
    await upsertBookings(api.db, [made], 'test')
    const second = await page(filter, { limit: '10', after: String(first.next) })
    await api.db.deleteFrom('booking').where('id', '=', String(made['_id'])).execute()
    expect([...first.data, ...second.data].map((record) => record['_id'])).toEqual(
      expected.slice(0, 20),
    )
  })
})

describe('the other lists', () => {
  const NOW = Date.parse('2026-11-21T06:30:00Z')
  const now = new Date(NOW).toISOString()

  beforeAll(async () => {
    // some have many bookings, some of them long ago
    const given = bookings.map(({ original }, at) => ({
      ...original,
      partnerId: at % 3 ? `p${at % 7}` : null,
      ...(at % 2 ? { userId: `u${at % 5}` } : { userId: null, customer_id: `u${at % 5}` }),
      createdAt:
        at % 4 ? original['createdAt'] : new Date(NOW - ((at % 60) + 5) * 86_400_000).toISOString(),
    }))
    bookings = given.map(bookingFrom)
    await api.db.deleteFrom('booking').execute()
    await upsertBookings(api.db, given, 'test')
  })

  const idsOf = (listing: BookingListing) => {
    const condition = bookingsOf(listing)
    return bookings
      .map(bookingIndex)
      .filter((indexFields) => matches(condition, indexFields))
      .toSorted(byBookingTime())
      .map(({ id }) => id)
  }
  const read = async (requested: string) =>
    (await api.call('GET', `/bookings?${requested}`)).body as Page

  const LISTS: [string, BookingListing][] = [
    [`list=expired&now=${now}`, { list: 'expired', now: NOW }],
    [`list=expired&now=${now}&numberPrefix=mb-11`, { list: 'expired', now: NOW, numberId: 'MB11' }],
    ['list=ofPartner&partnerId=p2', { list: 'ofPartner', partnerId: 'p2' }],
    [
      `list=onDays&partnerIds=["p2","p3"]&firstDay=${TODAY.date}&timeZone=${TODAY.timeZone}`,
      {
        list: 'onDays',
        partnerIds: ['p2', 'p3'],
        firstDay: TODAY.date,
        timeZone: TODAY.timeZone,
      },
    ],
    ['list=ofUser&userId=u3', { list: 'ofUser', userId: 'u3', today: TODAY }],
    ...BOOKING_GROUP_NAMES.map((group): [string, BookingListing] => [
      `list=ofUser&userId=u3&group=${group}&today=${TODAY.date}&timeZone=${TODAY.timeZone}`,
      { list: 'ofUser', userId: 'u3', group, today: TODAY },
    ]),
  ]

  test.each(LISTS)(
    'read by cursor and by skip, equal the rules: %s',
    async (requested, listing) => {
      const expected = idsOf(listing)
      expect(expected).not.toEqual([])
      const walked: unknown[] = []
      let next: string | null = null
      do {
        const after: string = next === null ? '' : `&after=${next}`
        const part = await read(`${requested}&limit=7${after}`)
        expect(part.total).toBe(next === null ? expected.length : null)
        walked.push(...part.data.map((record) => record['_id']))
        next = part.next
      } while (next !== null)
      expect(walked).toEqual(expected)
      const { length } = expected
      for (const skip of [1, length >> 2, length >> 1, Math.max(0, length - 2)]) {
        const jumped = await read(`${requested}&limit=7&skip=${skip}`)
        expect(jumped.data.map((record) => record['_id'])).toEqual(expected.slice(skip, skip + 7))
        expect(jumped.next === null).toBe(skip + 7 >= length)
        expect(jumped.total).toBe(length)
      }
    },
  )

  test('a blank or unknown partner or user has no bookings', async () => {
    for (const requested of [
      'list=ofPartner&partnerId=',
      'list=ofUser&userId=',
      'list=ofUser&userId=x',
    ])
      expect(await read(requested)).toEqual({ data: [], next: null, total: 0 })
  })

  test('the total of ended events follows writes and roll-ups', async () => {
    const { date: today, timeZone } = TODAY
    const requested = new URLSearchParams({ list: 'ended', today, timeZone, limit: '1' })
    const totals = () =>
      Promise.all(
        [...SERVICE_CATEGORIES, null].map(async (service) => {
          const { total } = await read(`${requested}${service ? `&service=${service}` : ''}`)
          return Number(total)
        }),
      )
    const given = bookingJson({
      status: 'confirmEvent',
      dateFrom: '2026-11-18T10:00:00Z',
      dateTo: '2026-11-19T10:00:00Z',
      eventId: 'e',
      photographyEvent: 'e',
      cateringEvent: 'e',
    })
    const path = `/bookings/${String(given['_id'])}`
    const change = (body: JsonObject) => api.call('PATCH', path, { body })
    const before = await totals()
    // of two services, but not of Event
    const after = before.map((n, at) => (SERVICE_CATEGORIES[at] === 'Event' ? n : n + 1))
    await upsertBookings(api.db, [given], 'test')
    expect(await totals()).toEqual(after)
    await sql`select roll_up_counts()`.execute(api.db)
    expect(await totals()).toEqual(after)
    for (const ended of [
      { dateTo: '2026-11-20T18:29:59.999Z' },
      { dateTo: null },
      { dateFrom: null, dateTo: '2026-11-20T18:29:59.999Z' },
    ]) {
      await change(ended)
      expect(await totals()).toEqual(after)
    }
    for (const other of [
      { dateFrom: '2026-11-18T10:00:00Z', dateTo: '2026-11-20T18:30:00Z' },
      { dateFrom: '2026-11-21T18:30:00Z', dateTo: '2026-11-19T10:00:00Z' },
      { dateFrom: '2026-11-18T10:00:00Z', status: 'completed' },
    ]) {
      await change(other)
      expect(await totals()).toEqual(before)
    }
    await api.db.deleteFrom('booking').where('id', '=', String(given['_id'])).execute()
    expect(await totals()).toEqual(before)
  })

  test('the total of expired bookings follows writes and roll-ups, at any instant', async () => {
    const totals = async (at: string) => (await read(`list=expired&now=${at}&limit=1`)).total
    const given = bookingJson({
      createdAt: '2026-10-01T00:00:00Z',
      dateFrom: '2026-11-20T10:00:00Z',
    })
    const instants = ['2026-11-20T09:59:59.999Z', '2026-11-20T10:00:00.001Z', now]
    const [before, ...after] = await Promise.all(instants.map(totals))
    await upsertBookings(api.db, [given], 'test')
    expect(await Promise.all(instants.map(totals))).toEqual([
      before,
      ...after.map((n) => Number(n) + 1),
    ])
    await sql`select roll_up_expirable_counts()`.execute(api.db)
    expect(await api.db.selectFrom('booking_expirable_delta').selectAll().execute()).toEqual([])
    // booked too late to expire, then again early enough
    const path = `/bookings/${String(given['_id'])}`
    await api.call('PATCH', path, { body: { createdAt: '2026-11-19T00:00:00Z' } })
    expect(await Promise.all(instants.map(totals))).toEqual([before, ...after])
    await api.call('PATCH', path, { body: { createdAt: '2026-10-01T00:00:00Z' } })
    await api.db.deleteFrom('booking').where('id', '=', String(given['_id'])).execute()
    expect(await Promise.all(instants.map(totals))).toEqual([before, ...after])
  })
})
