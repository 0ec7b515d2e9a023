import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskAadhaar, maskPan } from './personal-number.ts'

describe('an Aadhaar number shows its last four digits alone', () => {
  test.each([
    ['234567890124', 'XXXX XXXX 0124'],
    ['2345 6789 0124', 'XXXX XXXX 0124'],
    ['2345-6789-0124', 'XXXX XXXX 0124'],
    ['', ''],
    // too short to be one: nothing of it is shown
    ['0124', 'XXXX XXXX XXXX'],
    ['not known', 'XXXX XXXX XXXX'],
  ])('%j is shown as %j', (number, shown) => {
    expect(maskAadhaar(number)).toBe(shown)
  })
})

describe('a PAN shows its first two and last three characters', () => {
  test.each([
    ['ABCDE1234F', 'ABXXXXX34F'],
    ['abcde 1234 f', 'ABXXXXX34F'],
    ['', ''],
    ['ABCDE', 'XXXXXXXXXX'],
    ['ABCDE1234FG', 'XXXXXXXXXX'],
  ])('%j is shown as %j', (number, shown) => {
    expect(maskPan(number)).toBe(shown)
  })
})

test('what a host has masked already stays as it is', () => {
  fc.assert(
    fc.property(fc.string(), (number) => {
      expect(maskAadhaar(maskAadhaar(number))).toBe(maskAadhaar(number))
      expect(maskPan(maskPan(number))).toBe(maskPan(number))
    }),
  )
})

test('no mask shows more than four digits of an Aadhaar number', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\d -]{0,20}$/), (number) => {
      expect(maskAadhaar(number).replaceAll(/\D/g, '').length).toBeLessThanOrEqual(4)
    }),
  )
})
