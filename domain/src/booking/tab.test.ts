import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysFrom, type LocalDate } from '../time/days.ts'
import { matches } from '../rule/matches.ts'
import { anyBookingJson } from '../testing/arbitrary.ts'
import { aBooking } from '../testing/builders.ts'
import type { JsonObject } from '../wire/read.ts'
import { bookingFrom } from './booking.ts'
import { endedBookings } from './ended.ts'
import { bookingIndex } from './index-fields.ts'
import { BOOKING_TABS, type BookingTab, bookingsInTab, visibleBookings } from './tab.ts'

const TABS = Object.keys(BOOKING_TABS) as BookingTab[]
const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }

/** Returns a local time in Kolkata as an ISO date-time. */
const at = (date: LocalDate, time = '00:00:00.000') => `${date}T${time}+05:30`

function tabsOf(given: JsonObject): BookingTab[] {
  const indexFields = bookingIndex(aBooking(given))
  return TABS.filter((tab) => matches(bookingsInTab(tab, TODAY), indexFields))
}

test('Booking Details has seven tabs, Booked first (§2.5)', () => {
  expect(Object.values(BOOKING_TABS)).toEqual([
    'Booked',
    'Partner Visited',
    'Inprogress',
    'Upcoming',
    'Completed',
    'Cancelled Booking',
    'Cancelled Event',
  ])
})

describe('the tab of a status (§4.3)', () => {
  test.each([
    ['pending', ['booked']],
    ['partnerVisited', ['booked']],
    ['userConfirmVisit', ['booked']],
    ['cancelVisit', ['booked']],
    ['visited', ['visited']],
    ['completed', ['completed']],
    ['cancelBooking', ['cancelledBooking']],
    ['cancelEvent', ['cancelledEvent']],
    ['cancel', []],
    ['Cancel', []],
    ['inprogress', []],
    ['', []],
  ])('of %j is %j', (status, tabs) => {
    expect(tabsOf({ status })).toEqual(tabs)
  })
})

describe('a confirmed event (§4.3)', () => {
  const confirmed = (dateFrom: unknown, dateTo: unknown) =>
    tabsOf({ status: 'confirmEvent', dateFrom, dateTo })

  test.each([
    ['from today to today', at('2026-11-21'), at('2026-11-21'), ['inprogress']],
    ['from yesterday to tomorrow', at('2026-11-20'), at('2026-11-22'), ['inprogress']],
    ['from the last instant of today', at('2026-11-21', '23:59:59.999'), null, ['inprogress']],
    ['to the first instant of today', at('2026-11-19'), at('2026-11-21'), ['inprogress']],
    ['that ended late yesterday', at('2026-11-19'), at('2026-11-20', '23:59:59.999'), []],
    ['from tomorrow on', at('2026-11-22'), at('2026-11-23'), ['upcoming']],
    ['today without dateTo', at('2026-11-21', '10:00:00'), null, ['inprogress']],
    ['yesterday without dateTo', at('2026-11-20', '10:00:00'), null, []],
    ['tomorrow without dateTo', at('2026-11-22'), undefined, ['upcoming']],
    ['without dateFrom', null, at('2026-11-22'), []],
    ['whose dateFrom is invalid', 'soon', at('2026-11-22'), []],
    // 2026-11-20T20:00Z is already the 21st in Kolkata
    ['by the administrator’s day, not UTC’s', '2026-11-20T20:00:00Z', null, ['inprogress']],
  ])('%s', (_, dateFrom, dateTo, tabs) => {
    expect(confirmed(dateFrom, dateTo)).toEqual(tabs)
  })
})

test('a booking is in at most one tab, and in none once it has ended, in any time zone', () => {
  fc.assert(
    fc.property(
      anyBookingJson,
      fc.constantFrom('Asia/Kolkata', 'America/Santiago', 'Pacific/Apia', 'UTC'),
      (json, timeZone) => {
        const indexFields = bookingIndex(bookingFrom(json))
        const today = { date: '2026-11-21', timeZone }
        const lists = [...TABS.map((tab) => bookingsInTab(tab, today)), endedBookings(today)]
        const listing = lists.filter((condition) => matches(condition, indexFields))
        expect(listing.length).toBeLessThanOrEqual(1)
      },
    ),
    { numRuns: 500 },
  )
})

describe('Booking Details hides bookings more than 6 days in the past (§5.10)', () => {
  const visible = (dateFrom: unknown) =>
    matches(visibleBookings(TODAY), bookingIndex(aBooking({ dateFrom })))

  test('shows an event that began in the first instant of six days ago', () => {
    expect(visible(at('2026-11-15'))).toBe(true)
  })

  test('hides an event that began in the last instant of seven days ago', () => {
    expect(visible(at('2026-11-14', '23:59:59.999'))).toBe(false)
  })

  test('hides a booking without dateFrom', () => {
    expect([null, '', 'soon', undefined].map(visible)).toEqual([false, false, false, false])
  })

  test('shows future events', () => {
    expect(visible(at('2036-01-01'))).toBe(true)
  })

  test.each([
    // clocks changed six days before this date
    ['Europe/London', '2026-10-31', '2026-10-24T23:00:00Z'],
    ['America/New_York', '2026-11-07', '2026-11-01T04:00:00Z'],
    ['America/Santiago', '2026-09-12', '2026-09-06T04:00:00Z'],
  ])('counts local days over a clock change in %s', (timeZone, date, first) => {
    const shown = (dateFrom: number) =>
      matches(visibleBookings({ date, timeZone }), bookingIndex(aBooking({ dateFrom })))
    expect(shown(Date.parse(first))).toBe(true)
    expect(shown(Date.parse(first) - 1)).toBe(false)
  })

  test('compares local days in every time zone', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    fc.assert(
      fc.property(zone, fc.integer({ min: -12, max: 12 }), (timeZone, shift) => {
        const now = { date: '2026-11-21', timeZone }
        const { start, end } = daysFrom(addDays(now.date, shift), 1, timeZone)
        for (const dateFrom of [start, end - 1])
          expect(matches(visibleBookings(now), bookingIndex(aBooking({ dateFrom })))).toBe(
            shift >= -6,
          )
      }),
    )
  })
})
