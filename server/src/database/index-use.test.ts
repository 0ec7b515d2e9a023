import { expiredBookings } from '@mandap/domain/booking/expiry.ts'
import {
  bookingsOfPartner,
  bookingsOfUser,
  bookingsWithNumber,
} from '@mandap/domain/booking/filter.ts'
import type { BookingFigure } from '@mandap/domain/booking/figure.ts'
import { BOOKING_GROUP_NAMES } from '@mandap/domain/booking/group.ts'
import {
  approvedPartners,
  gstRequests,
  guestPartners,
  partnersInProgress,
  partnersToApprove,
  partnersWithWords,
} from '@mandap/domain/partner/list.ts'
import type { Condition } from '@mandap/domain/rule/condition.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import { usersWithWords } from '@mandap/domain/user/user.ts'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoCounts, generate } from '@mandap/demo/generate.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { conditionsTested, entriesRead, indexesUsed } from '../../testing/plan.ts'
import { foundPage } from '../booking/found.ts'
import { BOOKING } from '../booking/kind.ts'
import { BY_TIME, type BookingList, bookingList } from '../booking/list.ts'
import { PARTNER } from '../partner/kind.ts'
import { approvedNames, countPartners, partnerList } from '../partner/list.ts'
import { bulkInsert } from '../records/bulk-insert.ts'
import type { RecordKind } from '../records/kind.ts'
import { BY_NAME, readPage } from '../records/page.ts'
import { search } from '../search/find.ts'
import { totalsOf } from '../totals/totals.ts'
import { USER } from '../user/kind.ts'
import { foundUsers } from '../user/found.ts'
import { countUsersHaving, keepImportedUserGroups } from '../user/group.ts'
import {
  countUsers,
  nextPlan,
  searchConditions,
  userBookingCounts,
  usersListed,
} from '../user/list.ts'
import { nameSpans } from '../user/name-spans.ts'
import { connect, type Database } from './connection.ts'
import { readRow } from './one-row.ts'
import { toSql } from './rule-to-sql.ts'

const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
const NOW = Date.parse('2026-11-21T06:00:00Z')

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let db: Database
let requested: CompiledQuery[] = []
beforeAll(async () => {
  scratch = await scratchDatabase()
  const counts = demoCounts(50_000)
  const records = generate(TODAY, counts, { users: 0, partners: 0, tempPartners: 0, bookings: 0 })
  await bulkInsert(scratch, USER, records.users, 'test')
  await bulkInsert(scratch, PARTNER, records.partners, 'test')
  await bulkInsert(scratch, BOOKING, records.bookings, 'test')
  await keepImportedUserGroups(scratch.db)
  db = connect(scratch.url, 4, { log: ({ query }) => void requested.push(query) })
})
afterAll(async () => {
  await db.destroy()
  await scratch.drop()
})
beforeEach(() => {
  requested = []
})

const plan = () => indexesUsed(scratch.db, requested)
const conditions = (of: 'Filter' | 'Index Cond') => conditionsTested(scratch.db, requested, of)
const rowsRead = (table = 'booking') => entriesRead(scratch.db, requested.at(-1), table)

const tab = (more: object = {}) =>
  bookingList({ tab: 'booked', today: TODAY.date, timeZone: TODAY.timeZone, ...more } as never)

const ended = (more: object = {}) =>
  bookingList({ list: 'ended', today: TODAY.date, timeZone: TODAY.timeZone, ...more })

const expired = (more: object = {}) =>
  bookingList({ list: 'expired', now: new Date(NOW).toISOString(), ...more })

const counted = (figure: BookingFigure) =>
  bookingList({ list: 'counted', figure, today: TODAY.date, timeZone: TODAY.timeZone })

/** Returns the SQL parts of a list, as its page reads them. */
const partsOf = ({ parts, order }: BookingList) =>
  parts.map(
    (part) =>
      sql`select id, ${sql.ref(order.column)} from booking where ${toSql(part, BOOKING.columns)}`,
  )

describe('a jump reads counters and one span of an index', () => {
  test.each<[string, BookingList, string[]]>([
    ['into a tab', tab(), ['booking_event_span_count_pkey', 'booking_by_time']],
    [
      'into a tab, oldest first',
      tab({ sort: 'oldest' }),
      ['booking_event_span_count_pkey', 'booking_by_time'],
    ],
    [
      'into expired bookings',
      expired(),
      ['booking_expirable_span_count_pkey', 'booking_expirable_newest'],
    ],
    ['into all bookings', bookingList({ limit: 50 }), ['booking_newest']],
    ['into the bookings of a service', counted('service-Catering'), ['booking_newest']],
    ['into the bookings of two stages', counted('reached-confirmed'), ['booking_by_time']],
  ])('%s', async (_title, list, indexes) => {
    const { order, spans } = list
    const skip = 5000
    const { data } = await readPage(db, BOOKING, {
      parts: partsOf(list),
      order,
      spans,
      limit: 50,
      skip,
    })
    expect(JSON.parse(data)).toHaveLength(50)
    expect(await plan()).toEqual(expect.arrayContaining(indexes))
    expect(await rowsRead()).toBeLessThan(skip)
  })
})

describe('a page of bookings counted as a figure is read in the order of an index', () => {
  test.each<[BookingFigure, string]>([
    ['stage-other', 'booking_unstaged'],
    ['reached-visited', 'booking_by_time'],
    ['group-completed', 'booking_by_time'],
    ['service-Event', 'booking_newest'],
  ])('%s', async (figure, index) => {
    const list = counted(figure)
    await readPage(db, BOOKING, { parts: partsOf(list), order: list.order, limit: 50 })
    const used = await plan()
    expect(used).toContain(index)
    expect(used).not.toContain('all of booking')
    expect(await rowsRead()).toBeLessThan(5000)
  })
})

test.each<[string, BookingList]>([
  ['of a tab', tab({ tab: 'completed', eventDate: 'nextWeek' })],
  [
    'of a tab and a service',
    tab({ tab: 'completed', eventDate: 'nextMonth', service: 'Photography' }),
  ],
  ['of ended events', ended({ eventDate: 'nextMonth' })],
])('a page of days that the newest bookings do not have reads no others: %s', async (_of, list) => {
  const { data } = await readPage(db, BOOKING, {
    parts: partsOf(list),
    order: list.order,
    spans: list.spans,
    limit: 50,
  })
  expect(JSON.parse(data)).toEqual([])
  expect(await rowsRead()).toBe(0)
})

test('events in progress that begin next month are not searched for', async () => {
  const list = tab({ tab: 'inprogress', eventDate: 'nextMonth' })
  await readPage(db, BOOKING, { parts: partsOf(list), order: list.order, limit: 50 })
  // the index of ids only completes what a page has
  expect(await plan()).toEqual(['booking_pkey'])
})

test('expired bookings after a cursor are read from the cursor on', async () => {
  const { order, ...list } = expired()
  const { next } = await readPage(db, BOOKING, {
    parts: partsOf({ order, ...list }),
    order,
    limit: 9,
  })
  const after = next ?? ''
  requested = []
  await readPage(db, BOOKING, { parts: partsOf(expired({ after })), order, limit: 9, after })
  const read = await conditions('Index Cond')
  expect(read).toMatch(/ROW\(booked_at, id\) </)
  // PostgreSQL would read the index from this bound on
  expect(read).not.toMatch(/\(booked_at </)
})

describe('a page of bookings is served by an index', () => {
  test.each<[string, BookingList, string]>([
    ['newest first', tab(), 'booking_by_time'],
    ['oldest first', tab({ sort: 'oldest' }), 'booking_by_time'],
    ['a rare number', tab({ numberPrefix: 'MB26A100' }), 'booking_by_number'],
    ['a partner', tab({ partnerName: 'nobody of this name' }), 'booking_of_partner_name'],
    ['a day', tab({ bookedDate: '2026-10-01' }), 'booking_by_time'],
    ['numbers that start so', bookingList({ numberPrefix: 'MB1' }), 'booking_by_number'],
    ['every booking', bookingList({ limit: 50 }), 'booking_newest'],
    ['ended, newest first', ended(), 'booking_by_time'],
    ['ended, oldest first', ended({ sort: 'oldest' }), 'booking_by_time'],
    ['ended, of a service', ended({ service: 'Catering' }), 'booking_by_time'],
    ['ended, of a rare number', ended({ numberPrefix: 'MB26A100' }), 'booking_by_number'],
    ['expired, newest first', expired(), 'booking_expirable_newest'],
    ['expired, of a common number', expired({ numberPrefix: 'M' }), 'booking_expirable_newest'],
    ['expired, of a rare number', expired({ numberPrefix: 'MB26A100' }), 'booking_by_number'],
    ['of a partner', bookingList({ list: 'ofPartner', partnerId: 'p' }), 'booking_of_partner'],
    [
      'of partners on a day',
      bookingList({
        list: 'onDays',
        partnerIds: JSON.stringify(['p', 'p1', 'p2']),
        firstDay: '2026-11-21',
        lastDay: '2026-11-21',
        timeZone: 'Asia/Kolkata',
      }),
      'booking_of_partner',
    ],
    ['of a user', bookingList({ list: 'ofUser', userId: 'u' }), 'booking_of_user'],
  ])('%s', async (_title, { condition, order, few }, index) => {
    const where = toSql(condition, BOOKING.columns)
    const { next } = await readPage(db, BOOKING, { where, order, few, limit: 50 })
    if (next) await readPage(db, BOOKING, { where, order, few, limit: 50, after: next })
    const used = await plan()
    expect(used).toContain(index)
    expect(used).not.toContain('all of booking')
  })

  test.each(BOOKING_GROUP_NAMES)('of a user, %s', async (group) => {
    const { date, timeZone } = TODAY
    const query = { list: 'ofUser', userId: 'u', group, today: date, timeZone } as const
    const { condition, order } = bookingList(query)
    await readPage(db, BOOKING, { where: toSql(condition, BOOKING.columns), order, limit: 50 })
    const used = await plan()
    // in their order, or sorted if the group has few
    expect(used.join()).toMatch(/booking_of_user/)
    expect(used).not.toContain('all of booking')
  })

  test('partners with a rare short text, by the index of short parts', async () => {
    await readRow(db, countPartners(db, partnerList({ list: 'approved', search: 'zz' })))
    await approvedNames(db, 'zz')
    const used = await plan()
    expect(used).toContain('partner_short_search')
    expect(used).not.toContain('all of partner')
  })

  test('partners to pick, by name', async () => {
    const where = toSql(approvedPartners, PARTNER.columns)
    await readPage(db, PARTNER, { where, order: BY_NAME, limit: 20 })
    expect(await plan()).toContain('partner_by_status')
  })
})

describe('users', () => {
  test('by name', async () => {
    await readPage(db, USER, { parts: usersListed({}), order: BY_NAME, limit: 20 })
    expect(await plan()).toContain('app_user_by_name')
  })

  test('near the end of the list, from the end', async () => {
    const total = 12_500
    const { data } = await readPage(db, USER, {
      parts: usersListed({}),
      order: BY_NAME,
      limit: 20,
      skip: total - 30,
      total,
    })
    expect(JSON.parse(data)).toHaveLength(20)
    expect(await rowsRead('app_user')).toBeLessThan(100)
  })

  test('who have pending bookings, by name', async () => {
    const parts = usersListed({ has: { group: 'pending', today: TODAY } })
    await readPage(db, USER, { parts, order: BY_NAME, limit: 20 })
    const used = await plan()
    expect(used).toContain('user_group_by_name')
    expect(used).not.toContain('all of booking')
  })

  test('who have pending bookings, in the middle of the list, by the index without texts', async () => {
    const parts = usersListed({ has: { group: 'pending', today: TODAY } })
    await readPage(db, USER, { parts, order: BY_NAME, limit: 20, skip: 500 })
    const used = await plan()
    expect(used).toContain('user_group_by_name')
    expect(used).not.toContain('user_group_by_name_text')
  })

  test.each<[string, UserListing, string]>([
    ['all', {}, 'app_user'],
    ['with upcoming events', { has: { group: 'upcoming', today: TODAY } }, 'user_group'],
    ['with completed events', { has: { group: 'completed', today: TODAY } }, 'user_group'],
  ])(
    '%s, in the middle of the list, from the first with a similar name',
    async (_of, listing, table) => {
      const skip = (await countUsers(db, listing)) >> 1
      const parts = usersListed(listing)
      const spans = nameSpans(listing)
      const { data } = await readPage(db, USER, {
        parts,
        order: BY_NAME,
        limit: 20,
        skip,
        spans,
      })
      expect(JSON.parse(data)).toHaveLength(20)
      // also the users of some hours of a day, and the 20 of the page
      expect(await rowsRead(table)).toBeLessThan(skip / 4)
    },
  )

  test.each(['pending', 'upcoming', 'completed', 'cancelled'] as const)(
    'users with %s bookings are counted by counters',
    async (group) => {
      await countUsersHaving(db, { group, today: TODAY })
      const used = await plan()
      expect(used.join()).toMatch(/user_group_count/)
      expect(used).not.toContain('all of booking')
      expect(used).not.toContain('all of app_user')
      expect(used).not.toContain('all of user_group')
    },
  )

  test('those who have ongoing bookings, by the day', async () => {
    const listing = { has: { group: 'ongoing' as const, today: TODAY } }
    await foundUsers(db, listing, await searchConditions(db, listing), { limit: 20 })
    const used = await plan()
    expect(used).toContain('booking_confirmed_by_day')
    expect(used).not.toContain('all of booking')
  })

  test.each([
    ['all found for a long page', 5000, 'app_user_pkey'],
    ['read in order for a short page', 5, 'app_user_by_name'],
    ['read in order and looked up for a very short page', 1, 'booking_of_user_by_phase'],
  ])('the next ones who have ongoing bookings are %s', async (_how, limit, index) => {
    const has = { group: 'ongoing' as const, today: TODAY }
    const found = await searchConditions(db, { has })
    const { listing, few } = await nextPlan(db, { has }, found, { limit })
    const parts = usersListed(listing, undefined, few)
    await readPage(db, USER, { parts, order: BY_NAME, limit, few })
    expect(await plan()).toContain(index)
  })

  test('searched by a rare character, by the index of short parts', async () => {
    const found = await searchConditions(db, { search: 'zz' })
    await foundUsers(db, { search: 'zz' }, found, { limit: 20 })
    const parts = usersListed({ search: 'zz' }, found)
    await readPage(db, USER, { parts, order: BY_NAME, limit: 20, few: true })
    expect(await plan()).toContain('app_user_short_search')
  })

  test.each([true, false])(
    'searched in a group, few: %s, by comparing the text of each',
    async (few) => {
      const listing = { search: 'ka', has: { group: 'upcoming' as const, today: TODAY } }
      const found = await searchConditions(db, listing)
      await foundUsers(db, listing, found, { limit: 20 })
      const parts = usersListed(listing, found, few)
      await readPage(db, USER, { parts, order: BY_NAME, limit: 20, few })
      const used = await plan()
      expect(used).not.toContain('all of booking')
      expect(await conditions('Filter')).not.toMatch(/short_parts/)
    },
  )

  test('the counts of one', async () => {
    await userBookingCounts(db, 'u', TODAY)
    expect((await plan()).join()).toMatch(/booking_of_user/)
  })
})

describe('a total counts no rows that a counter knows', () => {
  test.each([
    ['a tab', tab(), ['booking_day_count_pkey']],
    ['a tab and a service', tab({ service: 'Catering' }), ['booking_day_count_pkey']],
    [
      'a tab and a week',
      tab({ eventDate: 'thisWeek' }),
      ['booking_day_count_pkey', 'booking_quarter_hour_count_pkey'],
    ],
    [
      'events in progress',
      tab({ tab: 'inprogress' }),
      ['booking_quarter_hour_count_pkey', 'booking_under_way'],
    ],
    ['expired bookings', expired(), ['booking_expirable']],
    [
      'expired bookings of a number',
      expired({ numberPrefix: 'MB26K' }),
      ['booking_expirable_number_count_pkey'],
    ],
    [
      'expired bookings of a long number',
      expired({ numberPrefix: 'MB26K80' }),
      ['booking_by_number'],
    ],
    ['a tab and a number', tab({ numberPrefix: 'MB26' }), ['booking_number_count_pkey']],
    ['ended events of a number', ended({ numberPrefix: 'MB26' }), ['booking_number_count_pkey']],
    ['the group completed', counted('group-completed'), ['booking_day_count_pkey']],
    [
      'bookings of a partner',
      bookingList({ list: 'ofPartner', partnerId: 'p' }),
      ['booking_of_partner'],
    ],
    ['ended events', ended(), ['booking_day_count_pkey', 'booking_under_way']],
    [
      'ended events of a service',
      ended({ service: 'Catering' }),
      ['booking_day_count_pkey', 'booking_under_way'],
    ],
    ['ended events of a week', ended({ eventDate: 'thisWeek' }), []],
  ])('%s', async (_title, { count }, indexes) => {
    await readRow(db, count(db))
    const used = await plan()
    expect(used).toEqual(expect.arrayContaining(indexes))
    expect(used).not.toContain('all of booking')
  })
})

test.each([
  ['a tab', tab({ bookedDate: '2026-11-12' })],
  [
    'a count',
    bookingList({
      list: 'counted',
      figure: 'reached-booked',
      bookedDate: '2026-11-12',
      today: TODAY.date,
      timeZone: TODAY.timeZone,
    }),
  ],
])(
  'the bookings of %s that were made on a day are counted without reading the table',
  async (_title, list) => {
    expect(await readRow(db, list.count(db))).toBeGreaterThan(10)
    const { sql: text, parameters } = requested.at(-1) as CompiledQuery
    const explain = CompiledQuery.raw(`explain (analyze, format text) ${text}`, [...parameters])
    const { rows } = await scratch.db.executeQuery(explain)
    expect(rows.map((row) => Object.values(row as object).join()).join('\n')).toMatch(
      /Index Only Scan[^]*Heap Fetches: 0/,
    )
  },
)

test('totals read counters and no bookings', async () => {
  await totalsOf(db, TODAY)
  expect(await plan()).toEqual(
    expect.arrayContaining(['booking_day_count_pkey', 'booking_quarter_hour_count_pkey']),
  )
  expect(await rowsRead()).toBe(0)
})

describe('a search', () => {
  const IN_ORDER = ['booking_newest_text', 'app_user_by_name_text', 'partner_by_name']

  test.each([
    ['qwertz', ['booking_search', 'app_user_search']],
    ['zz', ['booking_short_search', 'app_user_short_search']],
  ])('for %s reads in order first, and then by the index of texts', async (text, indexes) => {
    await search(db, text, 5)
    const used = await plan()
    expect(used).toEqual(expect.arrayContaining([...IN_ORDER, ...indexes]))
    expect(used).not.toContain('all of booking')
    expect(used).not.toContain('all of app_user')
  })
})

describe('a list of what a search finds', () => {
  test.each([
    // few are found by the index and sorted
    ['qwertz', {}, ['booking_search']],
    ['qwertz uiop', {}, ['booking_search']],
    ['zz', {}, ['booking_short_search']],
    ['wedding', {}, ['booking_newest_text']],
    ['wedding', { skip: 9000 }, ['booking_newest_text']],
  ])('for %s, %j reads only the rows that it needs', async (text, place, indexes) => {
    await foundPage(db, text, { order: BY_TIME.newest, limit: 50, ...place })
    expect(await plan()).toEqual(expect.arrayContaining(indexes))
  })
})

describe('a rule is served by an index', () => {
  const rules: [string, RecordKind<never>, Condition<never>, string][] = [
    ['exactly a number', BOOKING, bookingsWithNumber('MB1'), 'booking_by_number'],
    ['bookings of a partner', BOOKING, bookingsOfPartner('p'), 'booking_of_partner'],
    ['bookings of a user', BOOKING, bookingsOfUser('u'), 'booking_of_user'],
    ['expired bookings', BOOKING, expiredBookings(NOW - 400 * 86_400_000), 'booking_expirable'],
    ['users with every word', USER, usersWithWords('qwertz'), 'app_user_search'],
    ['partners with every word', PARTNER, partnersWithWords('qwertz uiop'), 'partner_search'],
    ['partners to approve', PARTNER, partnersToApprove('DCV'), 'partner_to_approve'],
    ['guest partners', PARTNER, guestPartners, 'partner_guest'],
    ['GST requests', PARTNER, gstRequests, 'partner_gst_request'],
    ['partners in progress', PARTNER, partnersInProgress, 'partner_in_progress'],
  ] as never

  test.each(rules)('%s', async (_title, kind, condition, index) => {
    await sql`select id from ${sql.table(kind.table)} where ${toSql(condition, kind.columns)}`.execute(
      db,
    )
    const used = await plan()
    expect(used).toContain(index)
  })
})
