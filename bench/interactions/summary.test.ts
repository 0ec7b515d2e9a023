import { expect, test } from 'vitest'
import type { Times } from './clock.ts'
import { summaryOf } from './summary.ts'

const times = (...answers: (number | null)[]): Times[] =>
  answers.map((answer) => ({ answer, paint: 16 }))

test('reports the times of the inputs that were answered', () => {
  expect(summaryOf('open', times(30, 10, 20), {})).toEqual({
    name: 'open',
    runs: 3,
    unchanged: 0,
    median: 20,
    p95: 30,
    paint: 16,
  })
})

test('counts an input that may find the same records as unchanged, without a time', () => {
  const summary = summaryOf('type', times(10, null, 20), { mayBeUnchanged: true })
  expect(summary).toMatchObject({ runs: 3, unchanged: 1, median: 10, p95: 20 })
})

test('throws if an input that has to change the page had no answer', () => {
  expect(() => summaryOf('open', times(10, null, 20), {})).toThrow(
    'open: 1 of 3 inputs had no answer.',
  )
})

test('throws if no input was answered', () => {
  expect(() => summaryOf('type', times(null, null), { mayBeUnchanged: true })).toThrow(
    'type: 2 of 2 inputs had no answer.',
  )
})
