import { expect, test } from 'vitest'
import { paiseOf } from './paise.ts'

test.each([
  [0.1, 10],
  [0.29, 29],
  [130_000, 13_000_000],
  [999_999_999_999.99, 99_999_999_999_999],
  [0.125, 13],
  [-0.01, -1],
  [-0.001, 0],
])('%d rupees are %d paise', (rupees, paise) => {
  expect(paiseOf(rupees)).toBe(paise)
})

test.each([null, Number.NaN, Infinity, 1e15, -1e300])('a budget of %d counts as 0', (budget) => {
  expect(paiseOf(budget)).toBe(0)
})
