import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  firstMaskedField,
  maskAadhaar,
  maskAccount,
  maskPan,
  maskPersonalNumbers,
  personalNumberAt,
  personalNumberOf,
  personalNumbersIn,
  withTrueNumbers,
} from './personal-number.ts'

const anyField = fc.constantFrom('aadharNo', 'panNo', 'accountNo', 'bank', 'name')

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

describe('an account number shows its last four characters', () => {
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

describe('a field tells by its name which number it holds', () => {
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
  )('%s holds none', (field) => {
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

describe('a record', () => {
  test('has every personal number masked, wherever it is and whatever its type', () => {
    expect(maskPersonalNumbers(RECORD)).toEqual(SHOWN)
    expect(maskPersonalNumbers(SHOWN)).toEqual(SHOWN)
  })

  test('that comes back masked keeps its true numbers, and takes what was changed', () => {
    expect(withTrueNumbers(RECORD, SHOWN)).toEqual(RECORD)
    const changed = { ...SHOWN, aadharNo: '345678901234', bank: { ...SHOWN.bank, ifsc: 'HDFC1' } }
    expect(withTrueNumbers(RECORD, changed)).toEqual({
      ...RECORD,
      aadharNo: '345678901234',
      bank: { ...RECORD.bank, ifsc: 'HDFC1' },
    })
  })

  test('masks of other numbers are found, so that they can be refused', () => {
    const other = { ...SHOWN, directors: [{ panNo: 'ZZXXXXX34F' }] }
    expect(firstMaskedField(withTrueNumbers(RECORD, other))).toBe('directors.0.panNo')
    expect(firstMaskedField(RECORD)).toBeNull()
  })

  test('gives one number by its name', () => {
    expect(personalNumberAt(RECORD, 'aadharNo')).toBe('234567890124')
    expect(personalNumberAt(RECORD, 'bank.accountNo')).toBe('50100123456789')
    expect(personalNumberAt(RECORD, 'directors.0.panNo')).toBe('ABCDE1234F')
    for (const path of ['panNo', 'bank.iban', 'bank', '__proto__.panNo'])
      expect(personalNumberAt(RECORD, path)).toBe('')
  })

  test('gives all its numbers, each by its field', () => {
    expect(personalNumbersIn(SHOWN)).toEqual([
      { field: 'aadharNo', kind: 'aadhaar', number: 'XXXX XXXX 0124' },
      { field: 'bank.accountNo', kind: 'account', number: 'XXXXXX6789' },
      { field: 'directors.0.panNo', kind: 'pan', number: 'ABXXXXX34F' },
    ])
    expect(personalNumbersIn({ aadharNo: '', panNo: null, iban: ' ' })).toEqual([])
  })

  test('of any kind loses nothing by going out and coming back', () => {
    fc.assert(
      fc.property(fc.dictionary(anyField, fc.jsonValue()), (record) => {
        expect(withTrueNumbers(record, maskPersonalNumbers(record))).toEqual(record)
      }),
    )
  })
})
