import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aBooking } from '../testing/builders.ts'
import { expiredBookedBefore, isExpired } from './expiry.ts'
import { DAY } from '../time/days.ts'
import { bookingIndex } from './index-fields.ts'

const NOW = Date.parse('2026-11-21T06:30:00Z')
const expired = (createdAt: unknown, dateFrom: unknown) =>
  isExpired(bookingIndex(aBooking({ createdAt, dateFrom })), NOW)

describe('expiry (§4.4)', () => {
  test.each([
    [
      'a lead of exactly 7 whole days does not expire',
      '2026-11-13T06:00:00Z',
      '2026-11-20T06:00:00Z',
      false,
    ],
    [
      'a lead of 7 days and 23 hours does not expire',
      '2026-11-12T07:00:00Z',
      '2026-11-20T06:00:00Z',
      false,
    ],
    ['a lead of 8 whole days expires', '2026-11-12T06:00:00Z', '2026-11-20T06:00:00Z', true],
    [
      'a lead of 1 ms less than 8 days does not expire',
      '2026-11-12T06:00:00.001Z',
      '2026-11-20T06:00:00Z',
      false,
    ],
    ['an event that began 1 ms ago is expired', '2026-11-01', '2026-11-21T06:29:59.999Z', true],
    ['an event that begins now is not expired', '2026-11-01', '2026-11-21T06:30:00Z', false],
    ['a future event is not expired', '2026-11-01', '2026-12-01', false],
    ['a booking made after its event is not expired', '2026-11-20', '2026-11-01', false],
    ['a booking without createdAt is not expired', null, '2026-11-01', false],
    ['a booking without dateFrom is not expired', '2026-11-01', null, false],
  ])('%s', (_, createdAt, dateFrom, expected) => {
    expect(expired(createdAt, dateFrom)).toBe(expected)
  })

  test('every expired booking was made before `expiredBookedBefore`, the last one 1 ms before', () => {
    const instants = fc.integer({ min: NOW - 30 * DAY, max: NOW + 30 * DAY })
    fc.assert(
      fc.property(instants, instants, (createdAt, dateFrom) => {
        fc.pre(expired(createdAt, dateFrom))
        expect(createdAt).toBeLessThan(expiredBookedBefore(NOW))
      }),
    )
    const last = expiredBookedBefore(NOW) - 1
    expect(expired(last, NOW - 1)).toBe(true)
    expect(expired(last + 1, NOW - 1)).toBe(false)
  })
})
