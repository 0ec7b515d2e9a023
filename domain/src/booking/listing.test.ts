import { describe, expect, test } from 'vitest'
import { matches } from '../rule/matches.ts'
import { aBooking } from '../testing/builders.ts'
import type { JsonObject } from '../wire/read.ts'
import { bookingIndex } from './index-fields.ts'
import type { ListFilter } from './filter.ts'
import { type BookingListing, bookingsOf, sortOf } from './listing.ts'

const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
const NOW = Date.parse('2026-11-21T06:30:00Z')

const isListed = (listing: BookingListing, given: JsonObject) =>
  matches(bookingsOf(listing), bookingIndex(aBooking(given)))

describe('Booking Details', () => {
  const details = { list: 'details', filter: { tab: 'booked' }, today: TODAY } as const

  test.each([
    ['shows events that began six days ago', '2026-11-15T00:00:00+05:30', true],
    ['hides events that began 1 ms before that day', '2026-11-14T23:59:59.999+05:30', false],
    ['hides bookings without dateFrom', null, false],
  ])('%s (§5.10)', (_, dateFrom, expected) => {
    expect(isListed(details, { dateFrom })).toBe(expected)
  })
})

describe('the list Ended, not completed (§2.5)', () => {
  const ended = (filter: ListFilter = {}) => ({ list: 'ended', filter, today: TODAY }) as const
  const past = {
    status: 'confirmEvent',
    numberId: 'MB12',
    dateFrom: '2026-11-16T04:30:00Z',
    dateTo: '2026-11-17T04:30:00Z',
  }

  test('shows events however long ago they ended', () => {
    expect(isListed(ended(), past)).toBe(true)
    expect(isListed(ended(), { ...past, dateFrom: '2021-11-16T04:30:00Z' })).toBe(true)
    expect(isListed(ended(), { ...past, status: 'completed' })).toBe(false)
  })

  test.each<[ListFilter, boolean]>([
    [{ eventDate: 'thisWeek' }, true],
    [{ eventDate: 'nextWeek' }, false],
    [{ bookedDate: '2026-11-01' }, true],
    [{ bookedDate: '2026-11-02' }, false],
    [{ service: 'Event' }, true],
    [{ service: 'Catering' }, false],
    [{ partnerName: 'aarav mehta' }, true],
    [{ partnerName: 'Ananya' }, false],
    [{ numberId: 'mb-1' }, true],
    [{ numberId: 'MB2' }, false],
  ])('applies the filters of Booking Details: %j', (filter, expected) => {
    expect(isListed(ended(filter), past)).toBe(expected)
  })
})

test.each([
  ['MEHTA', true],
  ['jaip', true],
  ['nobody', false],
  [' ', false],
])(
  'the dashboard search for %j finds a booking that Booking Details hides (§2.4, §5.5): %j',
  (search, expected) => {
    const given = { partnerName: 'Aarav Mehta', location: 'Jaipur', dateFrom: null }
    expect(isListed({ list: 'found', search }, given)).toBe(expected)
  },
)

describe('Expired Bookings (§2.7, §4.4)', () => {
  const expired = (numberId?: string) => ({ list: 'expired', now: NOW, numberId }) as const
  const past = { createdAt: '2026-11-01', dateFrom: '2026-11-21T06:29:59.999Z', numberId: 'mb-12' }

  test.each([
    ['began 1 ms ago, booked weeks ahead', past, true],
    ['begins now', { ...past, dateFrom: '2026-11-21T06:30:00Z' }, false],
    ['booked 8 whole days ahead', { ...past, createdAt: '2026-11-13T06:29:59.999Z' }, true],
    ['booked 1 ms less than 8 days ahead', { ...past, createdAt: '2026-11-13T06:30:00Z' }, false],
    ['of another status', { ...past, status: 'completed' }, true],
    ['without dates', { ...past, createdAt: null }, false],
  ])('booking %s: %j', (_, given, expected) => {
    expect(isListed(expired(), given)).toBe(expected)
  })

  test.each([
    ['', true],
    ['MB1', true],
    ['mb 12', true],
    ['--', true],
    ['MB123', false],
    ['B12', false],
  ])('number search for %j (§5.4): %j', (typed, expected) => {
    expect(isListed(expired(typed), past)).toBe(expected)
  })
})

test.each([
  ['p1', 'p1', true],
  ['p1', 'p10', false],
  ['p1', null, false],
  ['', '', false],
])(
  'the list of partner %j shows a booking of partner %j (§2.12): %j',
  (partnerId, of, expected) => {
    expect(isListed({ list: 'ofPartner', partnerId }, { partnerId: of })).toBe(expected)
  },
)

describe('the bookings of a user (§2.11)', () => {
  const ofUser = (more: object = {}) => ({ list: 'ofUser', userId: 'u1', today: TODAY, ...more })
  const listed = (more: object, given: JsonObject) =>
    isListed(ofUser(more) as BookingListing, { userId: undefined, ...given })

  test('are found by each spelling of the customer field', () => {
    for (const spelling of ['userId', 'user_id', 'customerId', 'customer_id'])
      expect(listed({}, { [spelling]: 'u1' })).toBe(true)
    expect(listed({}, { userId: 'u2' })).toBe(false)
    expect(listed({ userId: '' }, {})).toBe(false)
  })

  test('can be filtered by group (§4.3)', () => {
    const today = {
      userId: 'u1',
      status: 'confirmEvent',
      dateFrom: '2026-11-21T23:59:59.999+05:30',
    }
    expect(listed({ group: 'ongoing' }, today)).toBe(true)
    expect(listed({ group: 'upcoming' }, today)).toBe(false)
    expect(listed({ group: 'ongoing' }, { ...today, userId: 'u2' })).toBe(false)
  })
})

test('sorts every list newest first unless its filter says otherwise', () => {
  const details = (sort?: 'oldest') =>
    ({ list: 'details', filter: { tab: 'booked', sort }, today: TODAY }) as const
  const ended = (sort?: 'oldest') => ({ list: 'ended', filter: { sort }, today: TODAY }) as const
  const lists: BookingListing[] = [
    details(),
    ended(),
    { list: 'found', search: 'mehta' },
    { list: 'expired', now: NOW },
    { list: 'ofPartner', partnerId: 'p1' },
    { list: 'onDays', partnerIds: ['p1'], firstDay: TODAY.date, timeZone: TODAY.timeZone },
    { list: 'ofUser', userId: 'u1', today: TODAY },
  ]
  expect(new Set(lists.map(sortOf))).toEqual(new Set(['newest']))
  expect([details('oldest'), ended('oldest')].map(sortOf)).toEqual(['oldest', 'oldest'])
})
