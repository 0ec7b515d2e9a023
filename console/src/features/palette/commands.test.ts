import { expect, test } from 'vitest'
import { matchesWords } from './commands.ts'

test.each([
  ['', true],
  ['book', true],
  ['DET boo', true],
  ['booking details', true],
  ['ook', false],
  ['booking x', false],
])('matches Booking Details with %j: %j', (typed, expected) => {
  expect(matchesWords('Booking Details', typed)).toBe(expected)
})
