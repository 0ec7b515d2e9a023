import { describe, expect, test } from 'vitest'
import { aBooking } from '../testing/builders.ts'
import { isExpired } from './expiry.ts'
import { bookingIndex } from './index-fields.ts'

const NOW = Date.parse('2026-11-21T06:30:00Z')
const expired = (createdAt: unknown, dateFrom: unknown) =>
  isExpired(bookingIndex(aBooking({ createdAt, dateFrom })), NOW)

describe('an expired booking (§4.4)', () => {
  test.each([
    ['exactly 7 whole days is not expired', '2026-11-13T06:00:00Z', '2026-11-20T06:00:00Z', false],
    ['7 days and 23 hours are 7 whole days', '2026-11-12T07:00:00Z', '2026-11-20T06:00:00Z', false],
    ['8 whole days is expired', '2026-11-12T06:00:00Z', '2026-11-20T06:00:00Z', true],
    [
      'an instant short of 8 days is not',
      '2026-11-12T06:00:00.001Z',
      '2026-11-20T06:00:00Z',
      false,
    ],
    ['begun an instant ago is expired', '2026-11-01', '2026-11-21T06:29:59.999Z', true],
    ['beginning now is not yet past', '2026-11-01', '2026-11-21T06:30:00Z', false],
    ['to come is not', '2026-11-01', '2026-12-01', false],
    ['created after its event is not', '2026-11-20', '2026-11-01', false],
    ['without createdAt is not', null, '2026-11-01', false],
    ['without dateFrom is not', '2026-11-01', null, false],
  ])('%s', (_, createdAt, dateFrom, expected) => {
    expect(expired(createdAt, dateFrom)).toBe(expected)
  })
})
