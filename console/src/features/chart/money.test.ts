import { expect, test } from 'vitest'
import { exactRupees, shortCount, shortRupees } from './money.ts'

test.each([
  [0n, '₹0'],
  [5n, '₹0.05'],
  [-150n, '-₹1.50'],
  [13_000_000n, '₹1,30,000'],
  [13_000_050n, '₹1,30,000.50'],
  [18_014_398_509_481_801n, '₹18,01,43,98,50,94,818.01'],
])('shows %d paise as %s', (paise, text) => {
  expect(exactRupees(paise)).toBe(text)
})

test.each([
  [0n, '₹0'],
  [4_500_000n, '₹45,000'],
  [9_999_999n, '₹1 L'],
  [13_000_000n, '₹1.3 L'],
  [99_999_999_00n, '₹10 Cr'],
  [99_99_999_00n, '₹1 Cr'],
  [1_23_45_67_890_00n, '₹123 Cr'],
  [1_30_000_00_00_000_00n, '₹1.3 L Cr'],
  [-13_000_000n, '-₹1.3 L'],
])('%d paise are %s for short', (paise, text) => {
  expect(shortRupees(paise)).toBe(text)
})

test('groups counts, and shortens them from a lakh on', () => {
  expect([999, 12_345, 2_34_567].map(shortCount)).toEqual(['999', '12,345', '2.3 L'])
})
