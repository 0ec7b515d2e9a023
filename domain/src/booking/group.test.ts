import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matches } from '../rule/matches.ts'
import { anyBookingJson } from '../testing/arbitrary.ts'
import { aBooking } from '../testing/builders.ts'
import type { JsonObject } from '../wire/read.ts'
import { bookingFrom } from './booking.ts'
import { bookingIndex } from './index-fields.ts'
import {
  BOOKING_GROUP_NAMES,
  type BookingGroup,
  bookingsInGroup,
  otherBookings,
  revenueBookings,
} from './group.ts'
import { BOOKING_STATUSES, isBookingStatus } from './status.ts'

const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }

function groupsOf(given: JsonObject): BookingGroup[] {
  const indexFields = bookingIndex(aBooking(given))
  return BOOKING_GROUP_NAMES.filter((group) => matches(bookingsInGroup(group, TODAY), indexFields))
}

describe('a confirmEvent booking is grouped by dateFrom (§4.3)', () => {
  test.each([
    ['a later day is upcoming', '2026-11-22T00:00:00+05:30', ['upcoming']],
    ['the first instant of today is ongoing', '2026-11-21T00:00:00+05:30', ['ongoing']],
    ['the last instant of today is ongoing', '2026-11-21T23:59:59.999+05:30', ['ongoing']],
    ['an earlier day is completed', '2026-11-20T23:59:59.999+05:30', ['completed']],
    ['a missing date is completed', null, ['completed']],
    ['an invalid date is completed', 'soon', ['completed']],
  ])('%s', (_, dateFrom, groups) => {
    expect(groupsOf({ status: 'confirmEvent', dateFrom })).toEqual(groups)
  })
})

describe('the other statuses have fixed groups (§4.3)', () => {
  test.each([
    ['pending', ['pending']],
    ['partnerVisited', []],
    ['userConfirmVisit', []],
    ['cancelVisit', ['pending']],
    ['visited', ['pending']],
    ['completed', ['completed']],
    ['cancel', ['cancelled']],
    ['Cancel', ['cancelled']],
    ['cancelBooking', ['cancelled']],
    ['cancelEvent', ['cancelled']],
    ['refunded', []],
    ['', []],
  ])('%j is in %j', (status, groups) => {
    expect(groupsOf({ status, dateFrom: '2026-12-05' })).toEqual(groups)
  })
})

const IN_NO_GROUP = ['partnerVisited', 'userConfirmVisit']

test('a booking is in exactly one group, or in Other if its status is of no group', () => {
  fc.assert(
    fc.property(anyBookingJson, (json) => {
      const indexFields = bookingIndex(bookingFrom(json))
      const groups = BOOKING_GROUP_NAMES.filter((group) =>
        matches(bookingsInGroup(group, TODAY), indexFields),
      )
      const { status } = indexFields
      const isGrouped = isBookingStatus(status) && !IN_NO_GROUP.includes(status)
      expect(groups).toHaveLength(isGrouped ? 1 : 0)
      expect(matches(otherBookings, indexFields)).toBe(!isGrouped)
    }),
    { numRuns: 500 },
  )
})

test('revenue counts bookings of status confirmEvent and completed (§2.11)', () => {
  const counted = Object.keys(BOOKING_STATUSES).filter((status) =>
    matches(revenueBookings, bookingIndex(aBooking({ status }))),
  )
  expect(counted).toEqual(['confirmEvent', 'completed'])
})
