import { expect, test } from 'vitest'
import { actorText, actorWithin } from './actor.ts'

test.each([
  ['command line', 'The command line', 'the command line'],
  [
    'the marketplace’s application',
    'The marketplace’s application',
    'the marketplace’s application',
  ],
  ['asha@example.in', 'asha@example.in', 'asha@example.in'],
  ['Mandap', 'Mandap', 'Mandap'],
  ['', 'Someone', 'someone'],
])('%j is shown as %j, and as %j within a sentence', (by, atStart, within) => {
  expect(actorText(by)).toBe(atStart)
  expect(actorWithin(by)).toBe(within)
})
