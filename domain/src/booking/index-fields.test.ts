import { describe, expect, test } from 'vitest'
import { aBooking } from '../testing/builders.ts'
import { bookingIndex } from './index-fields.ts'
import { bookingNumber, LOOKUP_DEBOUNCE_MS, MAX_SUGGESTIONS } from './number.ts'
import { byBookingTime } from './order.ts'
import { serviceCategories } from './service.ts'

test('a booking number keeps letters and digits and becomes upper case (§5.4)', () => {
  expect(bookingNumber(' mb-12/34 ')).toBe('MB1234')
  expect(bookingNumber('ＭＢ—é')).toBe('')
  expect([MAX_SUGGESTIONS, LOOKUP_DEBOUNCE_MS]).toEqual([8, 500])
})

describe('service categories (§3)', () => {
  test.each([
    ['e1', 'e1', '', ['Photography']],
    ['e1', '', 'e1', ['Catering']],
    ['e1', 'e1', 'e1', ['Photography', 'Catering']],
    ['e1', 'e2', 'e3', ['Event']],
    ['e1', '', '', ['Event']],
    // an empty id matches nothing
    ['', '', '', ['Event']],
  ])(
    'event %j, photography %j, catering %j: %j',
    (eventId, photographyEvent, cateringEvent, shown) => {
      expect(serviceCategories({ eventId, photographyEvent, cateringEvent })).toEqual(shown)
    },
  )
})

describe('index fields', () => {
  test('a missing dateTo counts as dateFrom', () => {
    const { dateFrom, dateTo } = bookingIndex(aBooking({ dateTo: null }))
    expect(dateTo).toBe(dateFrom)
    expect(bookingIndex(aBooking({ dateFrom: null, dateTo: null })).dateTo).toBe(null)
  })

  test('leadDays counts whole days of 24 hours and can be negative (§4.4)', () => {
    const lead = (createdAt: string, dateFrom: string) =>
      bookingIndex(aBooking({ createdAt, dateFrom })).leadDays
    expect(lead('2026-11-01T00:00:00Z', '2026-11-08T23:59:59Z')).toBe(7)
    expect(lead('2026-11-02T00:00:00Z', '2026-11-01T23:00:00Z')).toBe(-1)
  })
})

describe('order (§2.5)', () => {
  const booked = (id: string, createdAt: string | null) =>
    bookingIndex(aBooking({ _id: id, createdAt }))
  const first = booked('b', '2026-11-01')
  const later = booked('a', '2026-11-02')
  const tied = booked('c', '2026-11-02')
  const undated = booked('d', null)
  const ids = (indexFields: { id: string }[]) => indexFields.map(({ id }) => id).join('')

  test('sorts by booking time, newest first by default, ties by id', () => {
    expect(ids([first, undated, later, tied].toSorted(byBookingTime()))).toBe('cabd')
  })

  test('reverses it for Oldest First', () => {
    expect(ids([first, undated, later, tied].toSorted(byBookingTime('oldest')))).toBe('dbac')
  })

  test('compares a booking as equal to itself', () => {
    expect(byBookingTime()(first, first)).toBe(0)
  })
})
