import {
  BOOKING_SORTS,
  type BookingFilter,
  EVENT_DATE_RANGES,
  type ListFilter,
} from '@mandap/domain/booking/filter.ts'
import { bookingNumber } from '@mandap/domain/booking/number.ts'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { BOOKING_TABS } from '@mandap/domain/booking/tab.ts'
import { addDays } from '@mandap/domain/time/days.ts'
import { clean } from '@mandap/domain/text/text.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activeFilters,
  bookingFilterFrom,
  listFilterFrom,
  searchOfBookingFilter,
} from './booking-filter-url.ts'

const keyOf = <Key extends string>(table: Record<Key, unknown>) =>
  fc.constantFrom(...(Object.keys(table) as Key[]))
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const listFilters: fc.Arbitrary<ListFilter> = fc.record({
  numberId: maybe(fc.string().map(bookingNumber).filter(Boolean)),
  eventDate: maybe(keyOf(EVENT_DATE_RANGES)),
  bookedDate: maybe(fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1990-01-01', days))),
  service: maybe(fc.constantFrom(...SERVICE_CATEGORIES)),
  partnerName: maybe(fc.string({ unit: 'grapheme' }).map(clean).filter(Boolean)),
  sort: keyOf(BOOKING_SORTS),
})
const filters: fc.Arbitrary<BookingFilter> = fc
  .tuple(keyOf(BOOKING_TABS), listFilters)
  .map(([tab, filter]) => ({ tab, ...filter }))

describe('tab and filters in the URL', () => {
  test('are unchanged after writing and reading', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(bookingFilterFrom(new URLSearchParams(searchOfBookingFilter(filter)))).toEqual(
          filter,
        )
      }),
    )
  })

  test('are unchanged without a tab', () => {
    fc.assert(
      fc.property(listFilters, (filter) => {
        expect(listFilterFrom(new URLSearchParams(searchOfBookingFilter(filter)))).toEqual(filter)
      }),
    )
  })

  test('leave out defaults', () => {
    expect(searchOfBookingFilter(bookingFilterFrom(new URLSearchParams()))).toBe('')
    expect(
      searchOfBookingFilter(bookingFilterFrom(new URLSearchParams('tab=booked&sort=newest'))),
    ).toBe('')
    expect(searchOfBookingFilter({ tab: 'upcoming', service: 'Catering' })).toBe(
      '?tab=upcoming&service=Catering',
    )
  })

  test('ignore unknown values', () => {
    const search = new URLSearchParams(
      'tab=toString&eventDate=someday&bookedDate=2026-02-30&service=Juggling&sort=best&numberId=--&x=1',
    )
    expect(searchOfBookingFilter(bookingFilterFrom(search))).toBe('')
  })

  test('never throw for any query string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const filter = bookingFilterFrom(new URLSearchParams(text))
        expect(bookingFilterFrom(new URLSearchParams(searchOfBookingFilter(filter)))).toEqual(
          filter,
        )
      }),
    )
  })

  test('count the filters that narrow the list', () => {
    expect(activeFilters({ sort: 'oldest' })).toBe(0)
    expect(activeFilters({ service: 'Event', numberId: 'MB1' })).toBe(2)
  })
})
