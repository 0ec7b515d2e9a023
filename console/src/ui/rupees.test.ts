import { paiseOf } from '@mandap/domain/money/paise.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rupees } from './rupees.ts'

test('groups rupees by lakh and crore and shows paise only if there are any', () => {
  expect([250_000, 12_345_678.5, 0].map(rupees)).toEqual(['₹2,50,000', '₹1,23,45,678.50', '₹0'])
  expect(rupees(null)).toBe('N/A')
})

test('rounds each part of a paisa as the sums of budgets do', () => {
  const thousandths = fc.integer({ min: -1e9, max: 1e9 }).map((part) => part / 1000)
  fc.assert(
    fc.property(thousandths, (amount) => {
      expect(rupees(amount)).toBe(rupees(paiseOf(amount) / 100))
    }),
    { examples: [[0.395], [0.145], [1.005], [8.575], [-0.005]] },
  )
})

test('writes every amount as the locale of India does, except half a paisa', () => {
  const format = new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    maximumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
    // no sign before a zero
    signDisplay: 'negative',
  })
  const amount = fc
    .integer({ min: -1e15, max: 1e15 })
    .filter((thousandths) => Math.abs(thousandths % 10) !== 5)
    .map((thousandths) => thousandths / 1000)
  fc.assert(
    fc.property(amount, (rupee) => {
      expect(rupees(rupee)).toBe(format.format(rupee))
    }),
    { examples: [[-0], [-0.001], [1e21], [-1.5e23], [Number.MAX_VALUE]] },
  )
})
