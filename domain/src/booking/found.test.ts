import { expect, test } from 'vitest'
import type { Condition } from '../rule/condition.ts'
import { matches } from '../rule/matches.ts'
import { aBooking } from '../testing/builders.ts'
import type { JsonObject } from '../wire/read.ts'
import { bookingsFound, bookingTiers } from './found.ts'
import { type BookingIndex, bookingIndex } from './index-fields.ts'

const has = (condition: Condition<BookingIndex>, given: JsonObject) =>
  matches(condition, bookingIndex(aBooking(given)))

test('the dashboard search finds words in any order and case, and nothing for blank text (§5.5)', () => {
  const given = { numberId: 'MB1234', eventType: 'Wedding', location: 'Jaipur' }
  expect(has(bookingsFound('b12'), given)).toBe(true)
  expect(has(bookingsFound(' WEDD'), given)).toBe(true)
  expect(has(bookingsFound('jai'), given)).toBe(true)
  expect(has(bookingsFound('jaipur wedding'), given)).toBe(true)
  expect(has(bookingsFound('wedding pune'), given)).toBe(false)
  expect(bookingTiers('jaipur wedding').map((tier) => has(tier, given))).toEqual([false, true])
  expect(has(bookingsFound('  '), given)).toBe(false)
})
