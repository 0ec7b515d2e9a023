import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyBookingJson } from '../testing/arbitrary.ts'
import { aBooking } from '../testing/builders.ts'
import type { JsonObject } from '../wire/read.ts'
import { bookingFrom } from './booking.ts'
import { bookingIndex } from './index-fields.ts'
import { userBookingCounts, totalsMonths, totalsOf } from './totals.ts'

const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }

const totals = (...given: JsonObject[]) =>
  totalsOf(
    given.map((json) => bookingIndex(aBooking(json))),
    TODAY,
  )
const inMonth = ({ months }: ReturnType<typeof totals>, name: string) =>
  months.find(({ month }) => month === name)

test('months cover a year back and half a year ahead without gaps', () => {
  const months = totalsMonths(TODAY)
  expect(months.map(({ month }) => month)).toEqual(
    '2025-12 2026-01 2026-02 2026-03 2026-04 2026-05 2026-06 2026-07 2026-08 2026-09 2026-10 2026-11 2026-12 2027-01 2027-02 2027-03 2027-04 2027-05'.split(
      ' ',
    ),
  )
  for (const [at, { end }] of months.slice(0, -1).entries()) expect(end).toBe(months[at + 1]?.start)
})

describe('revenue is the sum of budgets of confirmed and completed bookings (§2.11)', () => {
  test('is exact, in paise', () => {
    const sum = totals(
      { status: 'confirmEvent', budget: 0.1 },
      { status: 'completed', budget: 0.2 },
      { status: 'completed', budget: '1,30,000' },
      { status: 'completed', budget: 'free' },
      { status: 'pending', budget: 5 },
      { status: 'cancelEvent', budget: 5 },
    )
    expect(sum.revenue).toBe(13_000_030n)
  })

  test('is counted in the administrator’s month in which the event begins', () => {
    const sum = totals(
      { status: 'completed', budget: 1, dateFrom: '2026-10-31T18:29:59.999Z' },
      { status: 'completed', budget: 2, dateFrom: '2026-10-31T18:30:00Z' },
      { status: 'completed', budget: 4, dateFrom: null },
    )
    expect(inMonth(sum, '2026-10')?.revenue).toBe(100n)
    expect(inMonth(sum, '2026-11')?.revenue).toBe(200n)
    expect(sum.revenue).toBe(700n)
  })
})

test('counts the bookings made in a month, whatever their status', () => {
  const sum = totals(
    { createdAt: '2026-10-31T18:29:59.999Z' },
    { createdAt: '2026-10-31T18:30:00Z', status: 'cancelBooking' },
    { createdAt: null },
  )
  expect(inMonth(sum, '2026-10')?.bookings).toBe(1)
  expect(inMonth(sum, '2026-11')?.bookings).toBe(1)
})

test('counts a booking of two service categories in both (§3)', () => {
  const both = { eventId: 'e', photographyEvent: 'e', cateringEvent: 'e' }
  expect(totals(both, {}).services).toEqual({ Catering: 1, Photography: 1, Event: 1 })
})

test('counts bookings per group (§4.3), and all of a user', () => {
  const indexFields = [
    { status: 'pending' },
    { status: 'visited' },
    { status: 'confirmEvent', dateFrom: '2026-11-21T18:30:00Z' },
    { status: 'confirmEvent', dateFrom: '2026-11-21T18:29:59Z' },
    { status: 'confirmEvent', dateFrom: null },
    { status: 'Cancel' },
    { status: 'partnerVisited' },
    { status: 'odd' },
  ].map((json) => bookingIndex(aBooking(json)))
  const expected = { pending: 2, upcoming: 1, ongoing: 1, completed: 1, cancelled: 1 }
  expect(userBookingCounts(indexFields, TODAY)).toEqual({ ...expected, all: 8 })
  expect(totalsOf(indexFields, TODAY)).toMatchObject({ groups: expected, other: 2 })
})

test('the groups and Other add up to all bookings, whatever their status and date', () => {
  fc.assert(
    fc.property(fc.array(anyBookingJson, { maxLength: 20 }), (records) => {
      const { groups, other } = totalsOf(
        records.map((json) => bookingIndex(bookingFrom(json))),
        TODAY,
      )
      expect(Object.values(groups).reduce((sum, n) => sum + n, other)).toBe(records.length)
    }),
  )
})
