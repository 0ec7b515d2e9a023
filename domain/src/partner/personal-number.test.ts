import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isPartlyHidden,
  isMaskOf,
  maskAadhaar,
  maskAccount,
  maskNumbersIn,
  maskPan,
  maskUnlessPhone,
  shownSigns,
} from './personal-number.ts'

describe('a masked Aadhaar number shows only its last four digits', () => {
  test.each([
    ['234567890124', 'XXXX XXXX 0124'],
    ['2345 6789 0124', 'XXXX XXXX 0124'],
    ['2345-6789-0124', 'XXXX XXXX 0124'],
    ['', ''],
    // too short for an Aadhaar number, so nothing of it is shown
    ['0124', 'XXXX XXXX XXXX'],
    ['not known', 'XXXX XXXX XXXX'],
  ])('%j is shown as %j', (number, shown) => {
    expect(maskAadhaar(number)).toBe(shown)
  })
})

describe('a masked PAN shows its first two and last three characters', () => {
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

test('a number that the host has masked stays as it is', () => {
  fc.assert(
    fc.property(fc.string(), (number) => {
      expect(maskAadhaar(maskAadhaar(number))).toBe(maskAadhaar(number))
      expect(maskPan(maskPan(number))).toBe(maskPan(number))
    }),
  )
})

test('never shows more than four digits of an Aadhaar number', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\d -]{0,20}$/), (number) => {
      expect(maskAadhaar(number).replaceAll(/\D/g, '').length).toBeLessThanOrEqual(4)
    }),
  )
})

describe('a masked account number shows its last four characters', () => {
  test.each([
    ['50100123456789', 'XXXXXX6789'],
    ['IN12 SBIN 0000 1234', 'XXXXXX1234'],
    ['', ''],
    ['12345678', 'XXXXXXXXXX'],
    ['XXXXXX6789', 'XXXXXX6789'],
  ])('%j is shown as %j', (number, shown) => {
    expect(maskAccount(number)).toBe(shown)
  })
})

describe('personal numbers in free text', () => {
  test.each([
    ['Aadhaar 2345 6789 0124 is of somebody else.', 'Aadhaar XXXX XXXX 0124 is of somebody else.'],
    ['234567890124', 'XXXX XXXX 0124'],
    ['2345-6789-0124, 2345\u00a06789\u20110124', 'XXXX XXXX 0124, XXXX XXXX 0124'],
    ['PAN ABCDE1234F and abcde1234f', 'PAN ABXXXXX34F and ABXXXXX34F'],
    ['ABCDE 1234 F', 'ABXXXXX34F'],
    ['account 50100123456789, card 4111 1111 1111 1111', 'account XXXXXX6789, card XXXXXX1111'],
    // still being typed
    ['2345 6789 0', 'XXXXXX7890'],
    ['2345 6789 012', 'XXXXXX9012'],
    ['ABCDE1234', 'XXXXXXXXXX'],
  ])('are masked: %j', (text, masked) => {
    expect(maskNumbersIn(text)).toBe(masked)
  })

  test.each([
    'Too dark. The photo of 21-11-2026 10:30 is cut off.',
    'Call 9820012345, 09820012345, +91 98200 12345 or +919820012345.',
    'Call 1800 209 1234 or 022 2345 6789.',
    'office9820012345@das.example and 123456789@das.example',
    'Booking MB123456789012, event of April 2026, 12,50,000 rupees',
    'XXXX XXXX 0124, ABXXXXX34F, XXXXXX6789',
    'GST number 27ABCDE1234F1Z5',
    '',
  ])('leave other text unchanged: %j', (text) => {
    expect(maskNumbersIn(text)).toBe(text)
  })

  test('no Aadhaar number stays readable, wherever it is and however it is grouped', () => {
    const digits = fc.stringMatching(/^[2-9]\d{11}$/)
    const between = fc.constantFrom('', ' ', '-')
    fc.assert(
      fc.property(digits, between, fc.constantFrom(' ', ': ', '(', '\n'), (number, by, before) => {
        const written = number.replace(/(\d{4})(\d{4})(\d{4})/, `$1${by}$2${by}$3`)
        const kept = maskNumbersIn(`Aadhaar${before}${written}.`)
        expect(kept.replaceAll(/\D/g, '')).toBe(number.slice(-4))
      }),
    )
  })
})

describe('the content of a phone field', () => {
  test.each([
    ['2345 6789 0124', 'XXXX XXXX 0124'],
    ['234567890124', 'XXXX XXXX 0124'],
    ['ABCDE1234F', 'ABXXXXX34F'],
    ['4111 1111 1111 1111', 'XXXXXX1111'],
  ])('is masked if it cannot be a phone number: %j', (typed, masked) => {
    expect(maskUnlessPhone(typed)).toBe(masked)
  })

  test.each(['98200', '9820012345', '919820012345', '+971 50 123 4567', '1800 209 1234', ''])(
    'stays if it can be a phone number: %j',
    (typed) => {
      expect(maskUnlessPhone(typed)).toBe(typed)
    },
  )
})

describe('the mask of another program', () => {
  test.each([
    ['aadhaar', 'XXXX XXXX 0124'],
    ['aadhaar', 'xxxxxxxx0124'],
    ['aadhaar', '********0124'],
    ['account', '••••6789'],
    ['pan', 'ABC####34F'],
  ] as const)('is recognised: %s %s', (kind, text) => expect(isPartlyHidden(kind, text)).toBe(true))

  test.each([
    ['aadhaar', '2345 6789 0124'],
    ['pan', 'XXXXX1234X'],
    ['account', 'GB29NWBK60161331926819'],
    ['account', ''],
  ] as const)('is not a number: %s %s', (kind, text) =>
    expect(isPartlyHidden(kind, text)).toBe(false),
  )

  test('fits a number whose visible characters are at the same positions, counted from the end', () => {
    expect(isMaskOf('XXXX XXXX 0124', '234567890124')).toBe(true)
    expect(isMaskOf('xx0124', '2345 6789 0124')).toBe(true)
    expect(isMaskOf('XXXXXXXX0125', '234567890124')).toBe(false)
    expect(isMaskOf('ABXXXXX34F', 'abcde1234f')).toBe(true)
    expect(isMaskOf('ACXXXXX34F', 'ABCDE1234F')).toBe(false)
    expect(isMaskOf('1XXXXXX6789', '23456789')).toBe(false)
    expect(shownSigns('ABXXXXX34F')).toBe(5)
    expect(shownSigns('**** ****')).toBe(0)
  })
})
