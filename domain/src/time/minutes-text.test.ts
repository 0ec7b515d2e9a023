import { expect, test } from 'vitest'
import { minutesText } from './minutes-text.ts'

test.each([
  [1, 'a minute'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [2711, '46 minutes'],
])('%d s are shown as %s', (seconds, text) => {
  expect(minutesText(seconds)).toBe(text)
})
