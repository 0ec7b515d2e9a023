import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matches } from '../rule/matches.ts'
import { anyBookingJson } from '../testing/arbitrary.ts'
import { aBooking } from '../testing/builders.ts'
import type { JsonObject } from '../wire/read.ts'
import { bookingFrom } from './booking.ts'
import { bookingFacts } from './facts.ts'
import {
  BOOKING_GROUPS,
  type BookingGroup,
  bookingsInGroup,
  otherBookings,
  revenueBookings,
} from './group.ts'
import { BOOKING_STATUSES, isBookingStatus } from './status.ts'

const GROUPS = Object.keys(BOOKING_GROUPS) as BookingGroup[]
const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }

function groupsOf(given: JsonObject): BookingGroup[] {
  const facts = bookingFacts(aBooking(given))
  return GROUPS.filter((group) => matches(bookingsInGroup(group, TODAY), facts))
}

describe('confirmEvent bookings are grouped by dateFrom versus today (§4.3)', () => {
  test.each([
    ['later is upcoming', '2026-11-22T00:00:00+05:30', ['upcoming']],
    ['the first instant of the same day is ongoing', '2026-11-21T00:00:00+05:30', ['ongoing']],
    ['the last instant of the same day is ongoing', '2026-11-21T23:59:59.999+05:30', ['ongoing']],
    ['earlier is completed', '2026-11-20T23:59:59.999+05:30', ['completed']],
    ['missing is completed', null, ['completed']],
    ['unreadable is completed', 'soon', ['completed']],
  ])('%s', (_, dateFrom, groups) => {
    expect(groupsOf({ status: 'confirmEvent', dateFrom })).toEqual(groups)
  })
})

describe('the other statuses are grouped by themselves (§2.11)', () => {
  test.each([
    ['pending', ['pending']],
    ['partnerVisited', ['pending']],
    ['userConfirmVisit', ['pending']],
    ['cancelVisit', ['pending']],
    ['visited', ['pending']],
    ['completed', ['completed']],
    ['cancel', ['cancelled']],
    ['Cancel', ['cancelled']],
    ['cancelBooking', ['cancelled']],
    ['cancelEvent', ['cancelled']],
    ['refunded', []],
    ['', []],
  ])('%j is %j', (status, groups) => {
    expect(groupsOf({ status, dateFrom: '2026-12-05' })).toEqual(groups)
  })
})

test('a booking of a known status is in exactly one group, any other under Other', () => {
  fc.assert(
    fc.property(anyBookingJson, (json) => {
      const facts = bookingFacts(bookingFrom(json))
      const groups = GROUPS.filter((group) => matches(bookingsInGroup(group, TODAY), facts))
      expect(groups).toHaveLength(isBookingStatus(facts.status) ? 1 : 0)
      expect(matches(otherBookings, facts)).toBe(!isBookingStatus(facts.status))
    }),
    { numRuns: 500 },
  )
})

test('revenue is of bookings confirmEvent and completed (§2.11)', () => {
  const counted = Object.keys(BOOKING_STATUSES).filter((status) =>
    matches(revenueBookings, bookingFacts(aBooking({ status }))),
  )
  expect(counted).toEqual(['confirmEvent', 'completed'])
})
