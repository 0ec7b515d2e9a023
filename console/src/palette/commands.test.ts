import { expect, test } from 'vitest'
import { hasWords } from './commands.ts'

test.each([
  ['', true],
  ['book', true],
  ['DET boo', true],
  ['booking details', true],
  ['ook', false],
  ['booking x', false],
])('Booking Details has the words of %j: %j', (typed, expected) => {
  expect(hasWords('Booking Details', typed)).toBe(expected)
})
