import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Condition } from '../rule/condition.ts'
import { matches } from '../rule/matches.ts'
import { anyBookingJson } from '../testing/arbitrary.ts'
import { aBooking } from '../testing/builders.ts'
import type { JsonObject } from '../wire/read.ts'
import { bookingFrom } from './booking.ts'
import { type BookingIndex, bookingIndex } from './index-fields.ts'
import {
  type BookingFilter,
  bookedOn,
  bookingsListed,
  bookingsNumbered,
  bookingsOfPartner,
  bookingsOfPartnerNamed,
  bookingsOfService,
  bookingsOfUser,
  bookingsWithin,
  bookingsWithNumber,
  EVENT_DATE_RANGES,
  type EventDateRange,
} from './filter.ts'
import { SERVICE_CATEGORIES } from './service.ts'
import { bookingsInTab, visibleBookings } from './tab.ts'

// a Saturday: the last day of a week that starts on Sunday
const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }

const has = (condition: Condition<BookingIndex>, given: JsonObject) =>
  matches(condition, bookingIndex(aBooking(given)))

describe('the event date range tests the local day of dateFrom (§2.5)', () => {
  const RANGES = Object.keys(EVENT_DATE_RANGES) as EventDateRange[]

  test.each<[string, EventDateRange[]]>([
    ['2026-10-31T23:59:59.999', []],
    ['2026-11-01T00:00:00.000', ['thisMonth']],
    ['2026-11-14T23:59:59.999', ['thisMonth']],
    ['2026-11-15T00:00:00.000', ['thisWeek', 'thisMonth']],
    ['2026-11-21T23:59:59.999', ['thisWeek', 'thisMonth']],
    ['2026-11-22T00:00:00.000', ['nextWeek', 'thisMonth']],
    ['2026-11-28T23:59:59.999', ['nextWeek', 'thisMonth']],
    ['2026-11-30T23:59:59.999', ['thisMonth']],
    ['2026-12-01T00:00:00.000', ['nextMonth']],
    ['2026-12-31T23:59:59.999', ['nextMonth']],
    ['2027-01-01T00:00:00.000', []],
  ])('%s is in %j', (wall, expected) => {
    const given = { dateFrom: `${wall}+05:30` }
    expect(RANGES.filter((range) => has(bookingsWithin(range, TODAY), given))).toEqual(expected)
  })

  test('excludes a booking without dateFrom', () => {
    expect(RANGES.some((range) => has(bookingsWithin(range, TODAY), { dateFrom: null }))).toBe(
      false,
    )
  })
})

describe('Booked Date tests the local day of createdAt (§2.5)', () => {
  const booked = bookedOn('2026-11-01', 'Asia/Kolkata')

  test.each([
    ['2026-10-31T18:29:59.999Z', false],
    ['2026-10-31T18:30:00.000Z', true],
    ['2026-11-01T18:29:59.999Z', true],
    ['2026-11-01T18:30:00.000Z', false],
    [null, false],
  ])('%j: %j', (createdAt, expected) => {
    expect(has(booked, { createdAt })).toBe(expected)
  })
})

describe('booking numbers (§5.4)', () => {
  test.each([
    ['mb1', true],
    ['M-B 1', true],
    ['MB1234', true],
    ['B12', false],
    ['MB12345', false],
    ['', true],
  ])('%j matches the start of MB1234: %j', (typed, expected) => {
    expect(has(bookingsNumbered(typed), { numberId: 'mb1234' })).toBe(expected)
  })

  test('bookingsWithNumber selects exact matches only', () => {
    expect(has(bookingsWithNumber('mb-1234'), { numberId: 'MB1234' })).toBe(true)
    expect(has(bookingsWithNumber('MB123'), { numberId: 'MB1234' })).toBe(false)
    expect(has(bookingsWithNumber(' '), { numberId: '' })).toBe(false)
  })
})

describe('the service filter (§2.5, §3)', () => {
  const servicesOf = (given: JsonObject) =>
    SERVICE_CATEGORIES.filter((category) => has(bookingsOfService(category), given))

  test('finds a booking under each of its categories', () => {
    const eventId = 'e1'
    expect(servicesOf({ eventId, photographyEvent: 'e1' })).toEqual(['Photography'])
    expect(servicesOf({ eventId, cateringEvent: 'e1' })).toEqual(['Catering'])
    expect(servicesOf({ eventId, photographyEvent: 'e1', cateringEvent: 'e1' })).toEqual([
      'Catering',
      'Photography',
    ])
    expect(servicesOf({ eventId })).toEqual(['Event'])
  })
})

test('the partner filter compares whole names and ignores case and spacing (§2.5)', () => {
  const named = bookingsOfPartnerNamed('Aarav  mehta')
  expect(has(named, { partnerName: ' AARAV Mehta' })).toBe(true)
  expect(has(named, { partnerName: 'Aarav Mehta & Sons' })).toBe(false)
})

test('selects the bookings of a partner and of a customer by id (§2.11, §2.12)', () => {
  expect(has(bookingsOfPartner('p1'), { partnerId: 'p1' })).toBe(true)
  expect(has(bookingsOfPartner('p1'), { partnerId: 'p10' })).toBe(false)
  expect(has(bookingsOfUser('u1'), { userId: undefined, customer_id: 'u1' })).toBe(true)
  expect(has(bookingsOfUser('u1'), { userId: 'u2' })).toBe(false)
})

test('selects no bookings for a blank partner or customer id', () => {
  expect(has(bookingsOfPartner(''), { partnerId: null })).toBe(false)
  expect(has(bookingsOfUser(''), { userId: null })).toBe(false)
})

describe('Booking Details (§2.5)', () => {
  const given: JsonObject = {
    status: 'pending',
    numberId: 'MB1234',
    dateFrom: '2026-11-24T10:00:00+05:30',
    createdAt: '2026-11-01T10:00:00+05:30',
    eventId: 'e1',
    cateringEvent: 'e1',
    partnerName: 'Aarav Mehta',
  }
  const every: BookingFilter = {
    tab: 'booked',
    numberId: 'MB12',
    eventDate: 'nextWeek',
    bookedDate: '2026-11-01',
    service: 'Catering',
    partnerName: 'Aarav Mehta',
    sort: 'oldest',
  }

  test('shows a booking that satisfies every filter', () => {
    expect(has(bookingsListed(every, TODAY), given)).toBe(true)
  })

  test.each<[string, Partial<BookingFilter>]>([
    ['tab', { tab: 'visited' }],
    ['number', { numberId: 'MB2' }],
    ['event date', { eventDate: 'thisWeek' }],
    ['Booked Date', { bookedDate: '2026-11-02' }],
    ['service', { service: 'Event' }],
    ['partner', { partnerName: 'Ananya Iyer' }],
  ])('hides a booking that does not satisfy the %s filter', (_, other) => {
    expect(has(bookingsListed({ ...every, ...other }, TODAY), given)).toBe(false)
  })

  test('hides past bookings whatever the filter (§5.10)', () => {
    const past = { ...given, dateFrom: '2026-11-14T10:00:00+05:30' }
    expect(has(bookingsListed({ tab: 'booked' }, TODAY), past)).toBe(false)
  })

  test('shows every visible booking of the tab without filters', () => {
    fc.assert(
      fc.property(anyBookingJson, (json) => {
        const indexFields = bookingIndex(bookingFrom(json))
        const shown =
          matches(bookingsInTab('booked', TODAY), indexFields) &&
          matches(visibleBookings(TODAY), indexFields)
        expect(matches(bookingsListed({ tab: 'booked' }, TODAY), indexFields)).toBe(shown)
      }),
    )
  })
})
