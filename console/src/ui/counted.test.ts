import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { counted, countText } from './counted.ts'

test.each([
  [0, '0 bookings'],
  [1, '1 booking'],
  [999, '999 bookings'],
  [1000, '1,000 bookings'],
  [120_400, '1,20,400 bookings'],
])('%d: %s', (count, text) => {
  expect(counted(count, ['booking', 'bookings'])).toBe(text)
})

test('every whole number is written as in the locale of India', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      expect(countText(count)).toBe(count.toLocaleString('en-IN'))
    }),
  )
})
