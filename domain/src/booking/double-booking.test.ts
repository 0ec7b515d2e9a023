import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matches } from '../rule/matches.ts'
import { aBooking } from '../testing/builders.ts'
import {
  bookingsOnDays,
  doubleBookings,
  doubleBookingsOf,
  eventDays,
  isDoubleBooking,
} from './double-booking.ts'
import { bookingIndex } from './index-fields.ts'

const timeZone = 'Asia/Kolkata'

/** Returns an instant on the clock of India. */
const at = (day: string, time = '10:00') => `${day}T${time}:00+05:30`

const confirmed = (dateFrom: string, dateTo: unknown, given = {}) =>
  aBooking({ partnerId: 'p1', status: 'confirmEvent', dateFrom, dateTo, ...given })

const event = confirmed(at('2027-12-05'), at('2027-12-07', '22:00'))

describe('a double booking', () => {
  test.each([
    ['ends the evening before', at('2027-12-04'), at('2027-12-04', '23:59'), false],
    [
      'ends in the first minute of the first day',
      at('2027-12-04'),
      at('2027-12-05', '00:00'),
      true,
    ],
    ['is on a day between', at('2027-12-06'), at('2027-12-06', '12:00'), true],
    ['contains the whole event', at('2027-12-01'), at('2027-12-31'), true],
    ['begins in the last minute of the last day', at('2027-12-07', '23:59'), null, true],
    ['begins the day after', at('2027-12-08', '00:00'), null, false],
    ['ends before it begins, on another day', at('2027-12-08'), at('2027-12-06'), false],
    ['ends before it begins, on one of the days', at('2027-12-05'), at('2027-12-01'), true],
  ])('shares a calendar day: the other event %s', (_, dateFrom, dateTo, expected) => {
    const other = confirmed(dateFrom, dateTo)
    expect(isDoubleBooking(event, other, timeZone)).toBe(expected)
    expect(isDoubleBooking(other, event, timeZone)).toBe(expected)
    const days = eventDays(event, timeZone)
    const onDays = bookingsOnDays({ partnerIds: ['p1'], timeZone, ...(days ?? never()) })
    expect(matches(onDays, bookingIndex(other))).toBe(expected)
  })

  test.each([
    ['pending', true],
    ['partnerVisited', true],
    ['userConfirmVisit', true],
    ['cancelVisit', true],
    ['visited', true],
    ['confirmEvent', true],
    ['completed', false],
    ['cancel', false],
    ['Cancel', false],
    ['cancelBooking', false],
    ['cancelEvent', false],
    ['on hold', false],
    ['', false],
  ])('needs two open bookings: with %j beside a confirmed event it is %s', (status, expected) => {
    const other = confirmed(at('2027-12-05'), null, { status })
    expect(isDoubleBooking(event, other, timeZone)).toBe(expected)
    expect(isDoubleBooking(other, event, timeZone)).toBe(expected)
  })

  test('needs a confirmed event: two requests for one day are no double booking', () => {
    const [one, other] = ['pending', 'visited'].map((status) =>
      confirmed(at('2027-12-05'), null, { status }),
    )
    expect(isDoubleBooking(one ?? event, other ?? event, timeZone)).toBe(false)
  })

  test.each([
    ['of another partner', { partnerId: 'p2' }],
    ['without a beginning', { dateFrom: null, dateTo: null }],
    ['that is the same booking', { _id: event.id }],
  ])('is no booking %s', (_, given) => {
    expect(
      isDoubleBooking(event, aBooking({ ...event.original, _id: 'b2', ...given }), timeZone),
    ).toBe(false)
  })

  test('does not include bookings without a partner', () => {
    const [one, other] = [1, 2].map(() => confirmed(at('2027-12-05'), null, { partnerId: '' }))
    expect(isDoubleBooking(one ?? event, other ?? event, timeZone)).toBe(false)
  })

  test('depends on the days of the administrator', () => {
    const late = confirmed('2027-12-07T19:00:00Z', null)
    expect(isDoubleBooking(event, late, timeZone)).toBe(false)
    expect(isDoubleBooking(event, late, 'UTC')).toBe(true)
  })
})

test('lists the other events of a booking, earliest first', () => {
  const [early, late] = [confirmed(at('2027-12-05'), null), confirmed(at('2027-12-07'), null)]
  const elsewhere = confirmed(at('2027-12-09'), null)
  expect(doubleBookingsOf(event, [late, elsewhere, event, early], timeZone)).toEqual([early, late])
})

test('lists each pair of a partner once, earliest first', () => {
  const first = confirmed(at('2027-12-01'), at('2027-12-02'))
  const second = confirmed(at('2027-12-02', '09:00'), null)
  const third = confirmed(at('2027-12-06'), null)
  expect(doubleBookings([third, event, second, first], timeZone)).toEqual([
    [first, second],
    [event, third],
  ])
})

test('doubleBookings returns exactly the pairs for which isDoubleBooking is true', () => {
  const hours = fc.integer({ min: 0, max: 24 * 8 })
  const given = fc.record({
    from: fc.option(hours, { freq: 10 }),
    lasts: fc.option(fc.integer({ min: -30, max: 80 })),
    partnerId: fc.constantFrom('p1', 'p1', 'p2', ''),
    status: fc.constantFrom('confirmEvent', 'pending', 'completed'),
  })
  const start = Date.parse(at('2027-12-01', '00:00'))
  const instant = (hour: number) => new Date(start + hour * 3_600_000).toISOString()
  fc.assert(
    fc.property(fc.array(given, { maxLength: 12 }), (records) => {
      const bookings = records.map(({ from, lasts, partnerId, status }, index) =>
        aBooking({
          _id: `b${index}`,
          partnerId,
          status,
          dateFrom: from === null ? null : instant(from),
          dateTo: from === null || lasts === null ? null : instant(from + lasts),
        }),
      )
      const idsOf = (pair: readonly { id: string }[]) =>
        pair
          .map(({ id }) => id)
          .toSorted()
          .join()
      const expected = bookings.flatMap((one, index) =>
        bookings
          .slice(index + 1)
          .filter((other) => isDoubleBooking(one, other, timeZone))
          .map((other) => idsOf([one, other])),
      )
      const found = doubleBookings(bookings, timeZone).map(idsOf)
      expect(found.toSorted()).toEqual(expected.toSorted())
    }),
  )
})

describe('the bookings on days', () => {
  const listed = (given: Partial<Parameters<typeof bookingsOnDays>[0]>, other = event) =>
    matches(
      bookingsOnDays({ partnerIds: ['p1'], firstDay: '2027-12-06', timeZone, ...given }),
      bookingIndex(other),
    )

  test('are those of any of the partners', () => {
    expect(listed({ partnerIds: ['p0', 'p1'] })).toBe(true)
    expect(listed({ partnerIds: ['p0', 'p2'] })).toBe(false)
    expect(listed({ partnerIds: [] })).toBe(false)
  })

  test('without a last day are those from the first day on', () => {
    expect(listed({ firstDay: '2027-12-07' })).toBe(true)
    expect(listed({ firstDay: '2027-12-08' })).toBe(false)
    expect(listed({ firstDay: '2020-01-01' })).toBe(true)
  })

  test('are open', () => {
    expect(listed({}, confirmed(at('2027-12-06'), null, { status: 'completed' }))).toBe(false)
  })
})

function never(): never {
  throw new Error('The event has a beginning.')
}
