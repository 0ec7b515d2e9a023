import { expect, test } from 'vitest'
import { rupees } from './rupees.ts'

test('groups rupees by lakh and crore and shows paise only if there are any', () => {
  expect([250_000, 12_345_678.5, 0].map(rupees)).toEqual(['₹2,50,000', '₹1,23,45,678.50', '₹0'])
  expect(rupees(null)).toBe('N/A')
})
