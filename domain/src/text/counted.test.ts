import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { counted, countText } from './counted.ts'

test.each([
  [0, '0 bookings'],
  [1, '1 booking'],
  [999, '999 bookings'],
  [1000, '1,000 bookings'],
  [120_400, '1,20,400 bookings'],
])('writes %d as %s', (count, text) => {
  expect(counted(count, ['booking', 'bookings'])).toBe(text)
})

test('writes every whole number as the locale of India does', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      expect(countText(count)).toBe(count.toLocaleString('en-IN'))
    }),
  )
})
