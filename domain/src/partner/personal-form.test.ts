import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kindByForm, maskByForm, maskFileName } from './personal-form.ts'

/** Aadhaar numbers: 11 digits and the check digit that Verhoeff's algorithm accepts. */
const aadhaar = fc.stringMatching(/^\d{11}$/).map((digits) => {
  const found = Array.from({ length: 10 }, (_, check) => digits + check)
  return found.find((number) => kindByForm(number) === 'aadhaar') ?? ''
})

const pan = fc.stringMatching(/^[A-Z]{5}\d{4}[A-Z]$/)

/** What may be around a number in a sentence. */
const around = fc.constantFrom('', ' ', ', ', ': ', '(', ')', '. ', '\n', '“', 'Aadhaar ', ' is ')

describe('a number in text is recognised by its form', () => {
  test('exactly one of ten check digits makes an Aadhaar number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{11}$/), (digits) => {
        const numbers = Array.from({ length: 10 }, (_, check) => digits + check)
        expect(numbers.filter((number) => kindByForm(number) === 'aadhaar')).toHaveLength(1)
      }),
    )
  })

  test('wherever it stands, however an Aadhaar number is grouped', () => {
    fc.assert(
      fc.property(
        aadhaar,
        fc.constantFrom('', ' ', '-', '\u00a0', '\u2011'),
        around,
        around.filter((text) => !/^\w/.test(text)),
        (number, by, before, after) => {
          const written = number.replace(/(\d{4})(\d{4})(\d{4})/, `$1${by}$2${by}$3`)
          const masked = maskByForm(`${before}${written}${after}`)
          expect(masked).toBe(`${before}XXXX XXXX ${number.slice(-4)}${after}`)
        },
      ),
    )
  })

  test('a PAN too, but not within a GST number', () => {
    fc.assert(
      fc.property(pan, around, (number, before) => {
        const mask = `${number.slice(0, 2)}XXXXX${number.slice(-3)}`
        expect(maskByForm(`${before}${number}, seen`)).toBe(`${before}${mask}, seen`)
        const gst = `GST 27${number}1Z5`
        expect(maskByForm(gst)).toBe(gst)
      }),
    )
  })

  test('masking again changes nothing', () => {
    const part = fc.oneof(aadhaar, pan, fc.string(), fc.constantFrom(' ', '-', 'SBIN0001234'))
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const masked = maskByForm(parts.join(' '))
        expect(maskByForm(masked)).toBe(masked)
      }),
    )
  })

  test.each([
    ['to SBIN0001234, 50100123456789', 'to SBIN0001234, XXXXXX6789'],
    ['account 50100123456789', 'account 50100123456789'],
    ['SBIN0001234, call 9820012345', 'SBIN0001234, call 9820012345'],
  ])('an account number only beside an IFSC code: %j', (text, masked) => {
    expect(maskByForm(text)).toBe(masked)
  })
})

describe('other text stays unchanged', () => {
  test.each([
    // the check digit is wrong
    'Aadhaar 2345 6789 0125',
    // a number that is not a whole token
    '+234567890124',
    '234567890124@upi',
    'UPI/234567890124/CR',
    '77.234567890124',
    'MB234567890124',
    '550e8400-e29b-41d4-a716-234567890124',
    '4111 2345 6789 0124',
    'Call 9820012345, 09820012345, +91 98200 12345.',
    'Too dark. The photo of 21-11-2026 10:30 is cut off.',
    'XXXX XXXX 0124, ABXXXXX34F',
    '',
  ])('%j', (text) => {
    expect(maskByForm(text)).toBe(text)
  })
})

describe('a number in the name of a file', () => {
  test.each([
    ['234567890124', 'XXXX XXXX 0124'],
    ['Aadhaar_2345-6789-0124_front', 'Aadhaar XXXX XXXX 0124 front'],
    ['aadhar234567890124 (1)', 'aadhar XXXX XXXX 0124 (1)'],
    ['2345_6789_0124.back', 'XXXX XXXX 0124 back'],
    ['PAN-ABCDE1234F', 'PAN ABXXXXX34F'],
    ['abcde1234f_scan', 'ABXXXXX34F scan'],
  ])('is masked: %j', (name, masked) => {
    expect(maskFileName(name)).toBe(masked)
    expect(maskFileName(masked)).toBe(masked)
  })

  test.each([
    'Aadhaar_card.front-2',
    'IMG_20261125_101112',
    'VID-20261125-WA0001',
    'IMG20261125101112',
    '27ABCDE1234F1Z5',
    'call +919820012346',
    'XXXX_XXXX_0124',
    '',
  ])('is not seen in %j', (name) => {
    expect(maskFileName(name)).toBe(name)
  })

  test('is found beside any letters and signs', () => {
    fc.assert(
      fc.property(
        aadhaar,
        fc.constantFrom('', ' ', '-', '_', '.'),
        fc.constantFrom('', 'scan', 'card_', 'of-', 'front.'),
        fc.constantFrom('', 'back', '_2', '-front', ' (1)'),
        (number, by, before, after) => {
          const written = number.replace(/(\d{4})(\d{4})(\d{4})/, `$1${by}$2${by}$3`)
          fc.pre(by === '' || !/\w$/.test(before) || before.endsWith('_'))
          fc.pre(by === '' || !/^\w/.test(after) || after.startsWith('_'))
          const masked = maskFileName(before + written + after)
          expect(masked).toContain(`XXXX XXXX ${number.slice(-4)}`)
          expect(masked.replaceAll(/\D/g, '')).not.toContain(number)
        },
      ),
    )
  })
})
