import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type LocalDate, startOfDay } from '../time/days.ts'
import { matches } from '../rule/matches.ts'
import { aBooking } from '../testing/builders.ts'
import { endedBookings } from './ended.ts'
import { bookingIndex } from './index-fields.ts'
import { bookingsInTab } from './tab.ts'

const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }

/** Returns a local time in Kolkata as an ISO date-time. */
const at = (date: LocalDate, time = '00:00:00.000') => `${date}T${time}+05:30`

const hasEnded = (dateFrom: unknown, dateTo: unknown, status = 'confirmEvent') =>
  matches(endedBookings(TODAY), bookingIndex(aBooking({ status, dateFrom, dateTo })))

describe('a confirmed event is ended (§2.5)', () => {
  test.each([
    ['its last day was yesterday', at('2026-11-19'), at('2026-11-20', '23:59:59.999')],
    ['it ended a year ago', at('2025-11-19'), at('2025-11-20')],
    ['it began yesterday and has no dateTo', at('2026-11-20', '23:59:59.999'), null],
    ['it has a dateTo in the past and no dateFrom', null, at('2026-11-20')],
    ['its dateTo is yesterday and its dateFrom today', at('2026-11-21'), at('2026-11-20')],
  ])('when %s', (_, dateFrom, dateTo) => {
    expect(hasEnded(dateFrom, dateTo)).toBe(true)
  })

  test.each([
    ['its last day is today', at('2026-11-19'), at('2026-11-21')],
    // 2026-11-20T20:00Z is already the 21st in Kolkata
    [
      'its last day is today in the administrator’s time zone',
      at('2026-11-19'),
      '2026-11-20T20:00:00Z',
    ],
    ['it is in progress', at('2026-11-19'), at('2026-11-22')],
    ['it begins today and has no dateTo', at('2026-11-21'), null],
    ['it begins tomorrow', at('2026-11-22'), at('2026-11-23')],
    ['it begins tomorrow and its dateTo is yesterday', at('2026-11-22'), at('2026-11-20')],
    ['it has a dateTo of today and no dateFrom', null, at('2026-11-21')],
    ['it has no dates', null, null],
    ['its dates are invalid', 'soon', 'later'],
  ])('not when %s', (_, dateFrom, dateTo) => {
    expect(hasEnded(dateFrom, dateTo)).toBe(false)
  })

  test.each(['pending', 'visited', 'completed', 'cancelEvent', 'Cancel', '', 'odd'])(
    'not with the status %j',
    (status) => {
      expect(hasEnded(at('2026-11-19'), at('2026-11-20'), status)).toBe(false)
    },
  )
})

test('a confirmed event with a dateFrom is in progress, upcoming or ended', () => {
  const anyInstant = (date: LocalDate) =>
    fc
      .tuple(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-1, 0, 1, 43_200_000))
      .map(([days, shift]) => startOfDay(addDays(date, days), 'Asia/Kolkata') + shift)
  const instants = fc.tuple(
    anyInstant(TODAY.date),
    fc.option(anyInstant(TODAY.date), { nil: null }),
  )
  fc.assert(
    fc.property(instants, ([dateFrom, dateTo]) => {
      const indexFields = bookingIndex(aBooking({ status: 'confirmEvent', dateFrom, dateTo }))
      const lists = [
        bookingsInTab('inprogress', TODAY),
        bookingsInTab('upcoming', TODAY),
        endedBookings(TODAY),
      ]
      expect(lists.filter((condition) => matches(condition, indexFields))).toHaveLength(1)
    }),
  )
})
