import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  firstMaskedField,
  maskAadhaar,
  maskAccount,
  maskNumbersIn,
  maskPan,
  maskPersonalNumbers,
  maskUnlessPhone,
  personalNumberAt,
  personalNumberOf,
  personalNumbersIn,
  restoreMaskedNumbers,
} from './personal-number.ts'

const anyField = fc.constantFrom('aadharNo', 'panNo', 'accountNo', 'bank', 'name')

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

describe('the kind of number follows from the field’s name', () => {
  test.each([
    ['aadharNo', 'aadhaar'],
    ['aadhaar_number', 'aadhaar'],
    ['ownerAadhar', 'aadhaar'],
    ['Adhaar Card No', 'aadhaar'],
    ['panNo', 'pan'],
    ['pan', 'pan'],
    ['PAN Card Number', 'pan'],
    ['company_pan', 'pan'],
    ['accountNumber', 'account'],
    ['bankAccountNo', 'account'],
    ['bank_account', 'account'],
    ['iban', 'account'],
    ['cardNumber', 'account'],
  ])('%s: %s', (field, kind) => {
    expect(personalNumberOf(field)).toBe(kind)
  })

  test.each(
    'aadharUrl panCardUrl companyName companyNumber personalNumber mobileNo numberId gstNo transactionId userId Japan accountId'.split(
      ' ',
    ),
  )('%s holds no personal number', (field) => {
    expect(personalNumberOf(field)).toBeNull()
  })
})

const RECORD = {
  _id: '1',
  aadharNo: 234567890124,
  aadharUrl: 'https://files.example/234567890124.jpg',
  bank: { accountNo: '50100123456789', ifsc: 'SBIN0001234' },
  directors: [{ name: 'Asha', panNo: 'ABCDE1234F' }, null],
}
const SHOWN = {
  ...RECORD,
  aadharNo: 'XXXX XXXX 0124',
  bank: { accountNo: 'XXXXXX6789', ifsc: 'SBIN0001234' },
  directors: [{ name: 'Asha', panNo: 'ABXXXXX34F' }, null],
}

describe('the personal numbers of a record', () => {
  test('are masked at any depth, as text or number', () => {
    expect(maskPersonalNumbers(RECORD)).toEqual(SHOWN)
    expect(maskPersonalNumbers(SHOWN)).toEqual(SHOWN)
  })

  test('are kept when the record is sent back masked with other changes', () => {
    expect(restoreMaskedNumbers(RECORD, SHOWN)).toEqual(RECORD)
    const changed = { ...SHOWN, aadharNo: '345678901234', bank: { ...SHOWN.bank, ifsc: 'HDFC1' } }
    expect(restoreMaskedNumbers(RECORD, changed)).toEqual({
      ...RECORD,
      aadharNo: '345678901234',
      bank: { ...RECORD.bank, ifsc: 'HDFC1' },
    })
  })

  test('masks of other numbers are found, so that the server can reject them', () => {
    const other = { ...SHOWN, directors: [{ panNo: 'ZZXXXXX34F' }] }
    expect(firstMaskedField(restoreMaskedNumbers(RECORD, other))).toBe('directors.0.panNo')
    expect(firstMaskedField(RECORD)).toBeNull()
  })

  test('are read by field path', () => {
    expect(personalNumberAt(RECORD, 'aadharNo')).toBe('234567890124')
    expect(personalNumberAt(RECORD, 'bank.accountNo')).toBe('50100123456789')
    expect(personalNumberAt(RECORD, 'directors.0.panNo')).toBe('ABCDE1234F')
    for (const path of ['panNo', 'bank.iban', 'bank', '__proto__.panNo'])
      expect(personalNumberAt(RECORD, path)).toBe('')
  })

  test('are listed with their field paths', () => {
    expect(personalNumbersIn(SHOWN)).toEqual([
      { field: 'aadharNo', kind: 'aadhaar', number: 'XXXX XXXX 0124' },
      { field: 'bank.accountNo', kind: 'account', number: 'XXXXXX6789' },
      { field: 'directors.0.panNo', kind: 'pan', number: 'ABXXXXX34F' },
    ])
    expect(personalNumbersIn({ aadharNo: '', panNo: null, iban: ' ' })).toEqual([])
  })

  test('survive masking and sending back in any record', () => {
    fc.assert(
      fc.property(fc.dictionary(anyField, fc.jsonValue()), (record) => {
        expect(restoreMaskedNumbers(record, maskPersonalNumbers(record))).toEqual(record)
      }),
    )
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
