import { AUDIT_KINDS, AUDIT_SUBJECTS } from '@mandap/domain/audit/kind.ts'
import type { AuditListing } from '@mandap/domain/audit/listing.ts'
import { BOOKING_SORTS, EVENT_DATE_RANGES } from '@mandap/domain/booking/filter.ts'
import { BOOKING_FIGURES } from '@mandap/domain/booking/figure.ts'
import { BOOKING_GROUPS } from '@mandap/domain/booking/group.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { BOOKING_TABS } from '@mandap/domain/booking/tab.ts'
import { PARTNER_LISTS } from '@mandap/domain/partner/list.ts'
import { APPROVAL_STATUSES } from '@mandap/domain/partner/tab.ts'
import { clean } from '@mandap/domain/text/text.ts'
import { anyText } from '@mandap/domain/testing/arbitrary.ts'
import { utcDate } from '@mandap/domain/time/days.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import * as fc from 'fast-check'
import { Check } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { AuditQuery } from '../audit.ts'
import { BookingQuery } from '../booking.ts'
import { ExportRequest } from '../export.ts'
import { PartnerQuery } from '../partner.ts'
import { UserQuery } from '../user.ts'
import { encodeAuditListing } from './audit.ts'
import { decodeAuditListing } from './decode-audit.ts'
import { encodeBookingListing, type PagedBookings } from './bookings.ts'
import { decodeBookingListing } from './decode-bookings.ts'
import { decodeListToExport } from './decode-export.ts'
import { decodePageRequest } from './decode-page.ts'
import { encodeListToExport, type ListToExport, type ListToExportFields } from './export.ts'
import { encodePageRequest, type PageRequest } from './page.ts'
import { decodePartnerListing } from './decode-partners.ts'
import { encodePartnerListing, type PagedPartners } from './partners.ts'
import { QueryError } from './query-error.ts'
import { encodeUserListing } from './users.ts'
import { decodeUserListing } from './decode-users.ts'

const keys = <Key extends string>(table: Record<Key, unknown>) =>
  fc.constantFrom(...(Object.keys(table) as Key[]))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const cleanText = anyText.map(clean)
const someText = cleanText.filter((text) => text !== '')
const instant = fc
  .date({ min: new Date('1970-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
  .map(Number)
const localDate = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map(utcDate)
const someToday = fc.record({
  date: localDate,
  timeZone: fc.constantFrom('Asia/Kolkata', 'UTC', 'America/New_York'),
})

const filters = {
  numberId: maybe(someText),
  eventDate: maybe(keys(EVENT_DATE_RANGES)),
  bookedDate: maybe(localDate),
  service: maybe(fc.constantFrom(...SERVICE_CATEGORIES)),
  partnerName: maybe(someText),
  sort: maybe(keys(BOOKING_SORTS)),
}

const bookings: fc.Arbitrary<PagedBookings> = fc.oneof(
  fc.constant({ list: 'all' as const }),
  fc.record({ list: fc.constant('numbered' as const), numberPrefix: cleanText }),
  fc.record({
    list: fc.constant('details' as const),
    filter: fc.record({ ...filters, tab: keys(BOOKING_TABS) }),
    today: someToday,
  }),
  fc.record({
    list: fc.constant('ended' as const),
    filter: fc.record(filters),
    today: someToday,
  }),
  fc.record({
    list: fc.constant('counted' as const),
    figure: keys(BOOKING_FIGURES),
    filter: fc.record(filters),
    today: someToday,
  }),
  fc.record({ list: fc.constant('found' as const), search: cleanText }),
  fc.record({ list: fc.constant('expired' as const), now: instant, numberId: maybe(someText) }),
  fc.record({ list: fc.constant('ofPartner' as const), partnerId: anyText }),
  fc.record({
    list: fc.constant('onDays' as const),
    partnerIds: fc.array(anyText, { maxLength: 3 }),
    firstDay: someToday.map(({ date }) => date),
    lastDay: maybe(someToday.map(({ date }) => date)),
    timeZone: someToday.map(({ timeZone }) => timeZone),
  }),
  fc.record({ list: fc.constant('ofUser' as const), userId: anyText }),
  fc.record({
    list: fc.constant('ofUser' as const),
    userId: anyText,
    group: keys(BOOKING_GROUPS),
    today: someToday,
  }),
)

const partners: fc.Arbitrary<PagedPartners> = fc.oneof(
  fc.record({
    list: fc.constant('approval' as const),
    status: fc.constantFrom(...APPROVAL_STATUSES),
    search: maybe(someText),
  }),
  fc.record({
    list: fc.constantFrom(
      'deleted' as const,
      ...PARTNER_LISTS.filter((list) => list !== 'approval'),
    ),
    search: maybe(someText),
  }),
)

const users: fc.Arbitrary<UserListing> = fc.record({
  search: maybe(someText),
  has: maybe(fc.record({ group: keys(BOOKING_GROUPS), today: someToday })),
})

const audit: fc.Arbitrary<AuditListing> = fc.record({
  subject: maybe(fc.record({ kind: keys(AUDIT_SUBJECTS), id: maybe(anyText) })),
  person: maybe(someText),
  kind: maybe(keys(AUDIT_KINDS)),
  from: maybe(instant),
  to: maybe(instant),
  search: maybe(someText),
})

const exported: fc.Arbitrary<ListToExport> = fc.oneof(
  fc.record({
    of: fc.constant('bookings' as const),
    listing: bookings.filter((listing) => listing.list !== 'all' && listing.list !== 'numbered'),
  }),
  fc.record({ of: fc.constant('partners' as const), listing: partners }),
  fc.record({ of: fc.constant('users' as const), listing: users }),
  fc.record({ of: fc.constant('activity' as const), listing: audit }),
)

/** A query that describes the bookings of some partners on some days. */
const ON_DAYS = {
  list: 'onDays',
  partnerIds: '["p1"]',
  firstDay: '2026-11-21',
  timeZone: 'Asia/Kolkata',
} as const

const pages: fc.Arbitrary<PageRequest> = fc.oneof(
  fc.record({ limit: fc.integer({ min: 1 }), skip: maybe(fc.integer({ min: 1 })) }),
  fc.record({ limit: fc.integer({ min: 1 }), after: anyText }),
)

/** Returns a query as the server receives it, without missing parameters. */
const sent = <Q extends object>(query: Q): Q => JSON.parse(JSON.stringify(query)) as Q

describe('a query is decoded as it was encoded:', () => {
  test('the list of bookings is unchanged', () => {
    fc.assert(
      fc.property(bookings, (listing) => {
        const query = sent(encodeBookingListing(listing))
        expect(Check(BookingQuery, query)).toBe(true)
        expect(decodeBookingListing(query)).toEqual(listing)
      }),
    )
  })

  test('the list of partners is unchanged', () => {
    fc.assert(
      fc.property(partners, (listing) => {
        const query = sent(encodePartnerListing(listing))
        expect(Check(PartnerQuery, query)).toBe(true)
        expect(decodePartnerListing(query)).toEqual(listing)
      }),
    )
  })

  test('the list of users is unchanged', () => {
    fc.assert(
      fc.property(users, (listing) => {
        const query = sent(encodeUserListing(listing))
        expect(Check(UserQuery, query)).toBe(true)
        expect(decodeUserListing(query)).toEqual(listing)
      }),
    )
  })

  test('the list of audit entries is unchanged', () => {
    fc.assert(
      fc.property(audit, (listing) => {
        const query = sent(encodeAuditListing(listing))
        expect(Check(AuditQuery, query)).toBe(true)
        expect(decodeAuditListing(query)).toEqual(listing)
      }),
    )
  })

  test('the list to export is unchanged', () => {
    fc.assert(
      fc.property(exported, (list) => {
        const fields = sent(encodeListToExport(list))
        const body = { ...fields, format: 'csv', timeZone: 'Asia/Kolkata' }
        expect(Check(ExportRequest, body)).toBe(true)
        expect(decodeListToExport(fields)).toEqual(list)
      }),
    )
  })

  test('the requested page is unchanged', () => {
    fc.assert(
      fc.property(pages, (request) => {
        expect(decodePageRequest(sent(encodePageRequest(request)))).toEqual(request)
      }),
    )
  })
})

describe('text is cleaned before it is sent', () => {
  test('blank text is no filter', () => {
    expect(sent(encodePartnerListing({ list: 'guest', search: ' \u00a0' }))).toEqual({
      list: 'guest',
    })
    expect(sent(encodeUserListing({ search: '  ' }))).toEqual({})
    expect(sent(encodeAuditListing({ person: ' ', search: '' }))).toEqual({})
  })

  // the server rejects NUL and lone surrogates, which an address or pasted text may contain
  test('characters that a database cannot store are dropped', () => {
    const typed = ' Ka\0vya \ud83d'
    const day = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
    const filter = { tab: 'booked', partnerName: typed } as const
    expect(encodeUserListing({ search: typed }).search).toBe('Kavya \ufffd')
    expect(encodePartnerListing({ list: 'guest', search: typed }).search).toBe('Kavya \ufffd')
    expect(encodeAuditListing({ person: typed }).person).toBe('Kavya \ufffd')
    expect(encodeBookingListing({ list: 'details', filter, today: day }).partnerName).toBe(
      'Kavya \ufffd',
    )
    expect(encodeUserListing({ search: ' \0 ' }).search).toBeUndefined()
  })

  test('spaces around text are dropped', () => {
    expect(encodeBookingListing({ list: 'found', search: ' mehta ' })).toEqual({
      list: 'found',
      search: 'mehta',
    })
  })
})

describe('a query that contradicts itself is refused with the name of the parameter:', () => {
  const problem = (decode: () => unknown) => {
    try {
      decode()
    } catch (error) {
      if (error instanceof QueryError) return [error.field, error.message]
      throw error
    }
    return null
  }
  const day = { today: '2026-11-21', timeZone: 'Asia/Kolkata' }

  test.each([
    [{ tab: 'booked', list: 'ended' }, 'list', 'Send tab or list, not both.'],
    [{ search: 'x' }, 'search', 'search needs list=found.'],
    [{ tab: 'booked' }, 'today', 'A tab needs today, such as 2026-11-21.'],
    [
      { list: 'ended', today: day.today },
      'timeZone',
      'list=ended needs timeZone, such as Asia/Kolkata.',
    ],
    [
      { tab: 'booked', ...day, bookedDate: '2026-02-30' },
      'bookedDate',
      'bookedDate must be a day such as 2026-11-01.',
    ],
    [
      { list: 'found', search: 'x', service: 'Event' },
      'service',
      'service needs a tab, list=ended or list=counted.',
    ],
    ...(
      [
        {},
        { numberPrefix: 'MB' },
        { list: 'found', search: 'x' },
        { list: 'expired', now: '2026-11-21T06:30:00.000Z' },
        { list: 'ofPartner', partnerId: 'p' },
        ON_DAYS,
        { list: 'ofUser', userId: 'u' },
      ] as const
    ).map(
      (query) =>
        [
          { ...query, sort: 'oldest' },
          'sort',
          'sort needs a tab, list=ended or list=counted.',
        ] as const,
    ),
    [
      { list: 'found', search: 'x', numberPrefix: 'MB' },
      'numberPrefix',
      'numberPrefix cannot be combined with list=found.',
    ],
    [{ list: 'counted', ...day }, 'figure', 'list=counted needs a figure.'],
    [{ list: 'counted', figure: 'all' }, 'today', 'list=counted needs today, such as 2026-11-21.'],
    [{ figure: 'all' }, 'figure', 'figure needs list=counted.'],
    [{ list: 'found' }, 'search', 'list=found needs a search.'],
    [
      { list: 'expired', now: 'soon' },
      'now',
      'list=expired needs now, such as 2026-11-21T06:30:00.000Z.',
    ],
    [{ list: 'ofPartner' }, 'partnerId', 'list=ofPartner needs a partnerId.'],
    ...[undefined, '', 'p1', '{}', '[1]'].map(
      (partnerIds) =>
        [
          { list: 'onDays', partnerIds, firstDay: '2026-11-21', timeZone: 'Asia/Kolkata' },
          'partnerIds',
          'list=onDays needs partnerIds, such as ["id1","id2"].',
        ] as const,
    ),
    [
      { list: 'onDays', partnerIds: '[]', firstDay: '2026-02-30', timeZone: 'Asia/Kolkata' },
      'firstDay',
      'list=onDays needs firstDay, such as 2026-11-21.',
    ],
    [{ ...ON_DAYS, lastDay: '2026-02-30' }, 'lastDay', 'lastDay must be a day such as 2026-11-23.'],
    [
      { ...ON_DAYS, timeZone: 'Moon/Base' },
      'timeZone',
      'list=onDays needs timeZone, such as Asia/Kolkata.',
    ],
    [{ list: 'ofUser' }, 'userId', 'list=ofUser needs a userId.'],
    [
      { list: 'ofUser', userId: 'u', group: 'pending' },
      'today',
      'A group needs today, such as 2026-11-21.',
    ],
  ] as const)('bookings by %j', (query, field, message) => {
    expect(problem(() => decodeBookingListing(query))).toEqual([field, message])
  })

  test('a list of the Approval Panel needs a status, and a status that list', () => {
    expect(problem(() => decodePartnerListing({ list: 'approval' }))).toEqual([
      'status',
      'list=approval needs a status.',
    ])
    expect(problem(() => decodePartnerListing({ status: 'pending' }))).toEqual([
      'status',
      'status needs list=approval.',
    ])
  })

  test.each([
    ['bookings', {}],
    ['bookings', { numberPrefix: 'MB' }],
    ['partners', {}],
    ['partners', { search: 'x' }],
  ] as const)('an export of %s by %j is no list of a screen', (of, query) => {
    const fields = { of, query } as ListToExportFields
    expect(problem(() => decodeListToExport(fields))?.[0]).toBe('query')
  })

  test('customers by their bookings need the day', () => {
    expect(problem(() => decodeUserListing({ has: 'pending' }))).toEqual([
      'today',
      'has needs today, such as 2026-11-21.',
    ])
  })

  test('audit entries of a record need its kind, and those of a time a date-time', () => {
    expect(problem(() => decodeAuditListing({ subjectId: 'b1' }))).toEqual([
      'subject',
      'subjectId needs a subject.',
    ])
    expect(problem(() => decodeAuditListing({ from: 'soon' }))).toEqual([
      'from',
      'from must be a date-time, such as 2026-11-21T18:30:00Z.',
    ])
  })

  test('a page has a cursor or a number of rows to skip, not both', () => {
    expect(problem(() => decodePageRequest({ after: 'x', skip: 3 }))).toEqual([
      'skip',
      'Send skip or after, not both.',
    ])
  })
})
