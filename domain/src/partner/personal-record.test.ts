import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bookingJson, partnerJson, userJson } from '../testing/builders.ts'
import type { JsonObject } from '../wire/read.ts'
import {
  fieldPath,
  firstForeignMask,
  maskPersonalNumbers,
  personalNumberAt,
  personalNumbersIn,
  separatePersonalValues,
  valueAt,
  withoutAadhaar,
} from './personal-record.ts'

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

const masks = (record: JsonObject) => maskPersonalNumbers(record)

describe('the personal values of a record', () => {
  test('are masked at any depth, and returned with their paths', () => {
    expect(separatePersonalValues(RECORD)).toEqual({
      masked: SHOWN,
      values: [
        { path: 'aadharNo', kind: 'aadhaar', value: 234567890124 },
        { path: 'bank.accountNo', kind: 'account', value: '50100123456789' },
        { path: 'directors.0.panNo', kind: 'pan', value: 'ABCDE1234F' },
      ],
    })
  })

  test('are recognised beside a field that names their kind', () => {
    const record = {
      documents: [
        { type: 'Aadhaar Card', number: '1234', issued: '2020' },
        { idType: 'PAN', idNumber: 'ABCDE1234F', url: '/a.png' },
      ],
    }
    expect(masks(record)).toEqual({
      documents: [
        { type: 'Aadhaar Card', number: 'XXXX XXXX XXXX', issued: '2020' },
        { idType: 'PAN', idNumber: 'ABXXXXX34F', url: '/a.png' },
      ],
    })
  })

  test('are recognised by their form in notes, and in fields that §3 does not have', () => {
    const record = {
      reason: 'AADHAR: 2345 6789 0124 is of somebody else',
      adminNotes: ['PAN ABCDE1234F', 'ok'],
      idProof: '234567890124',
      extra: { seen: 234567890124 },
      payout: { number: '50100123456789', ifsc: 'SBIN0001234' },
    }
    expect(separatePersonalValues(record)).toEqual({
      masked: {
        reason: 'AADHAR: XXXX XXXX 0124 is of somebody else',
        adminNotes: ['PAN ABXXXXX34F', 'ok'],
        idProof: 'XXXX XXXX 0124',
        extra: { seen: 'XXXX XXXX 0124' },
        payout: { number: 'XXXXXX6789', ifsc: 'SBIN0001234' },
      },
      values: [
        { path: 'reason', kind: 'text', value: record.reason },
        { path: 'adminNotes.0', kind: 'text', value: 'PAN ABCDE1234F' },
        { path: 'idProof', kind: 'aadhaar', value: '234567890124' },
        { path: 'extra.seen', kind: 'aadhaar', value: 234567890124 },
        { path: 'payout.number', kind: 'account', value: '50100123456789' },
      ],
    })
  })

  test('are recognised in a note that begins with an address, but not in the address of a document', () => {
    const document = 'https://files.example/234567890124.jpg'
    const note = 'https://files.example/paper.jpg shows 2345 6789 0124'
    expect(masks({ notes: note, paper: document })).toEqual({
      notes: 'https://files.example/paper.jpg shows XXXX XXXX 0124',
      paper: document,
    })
    expect(masks({ notes: document })).toEqual({ notes: document })
  })

  test('are not looked for in phones, ids, transactions, addresses and GST numbers', () => {
    const number = '234567890124'
    const record = {
      _id: number,
      mobileNo: number,
      alternatePhones: [number],
      orderId: number,
      transactionId: number,
      payment: { upiRef: number, utr: number },
      address: { line1: number },
      gstNo: '27ABCDE1234F1Z5',
      gstin: 'ABCDE1234F',
      name: 'ABCDE1234F',
    }
    expect(separatePersonalValues(record)).toEqual({ masked: record, values: [] })
  })

  test('of the builders’ records are the Aadhaar number alone', () => {
    for (const record of [bookingJson(), userJson()]) expect(masks(record)).toBe(record)
    expect(separatePersonalValues(partnerJson()).values.map(({ path }) => path)).toEqual([
      'aadharNo',
    ])
  })
})

/** Names that are personal, exempt, notes, of §3, or none of these; and hard ones. */
const anyName = fc.constantFrom(
  ...'aadharNo panNo accountNo bank name type number notes phone ifsc idProof'.split(' '),
  'a.b',
  'a\\',
  '',
  '__proto__',
  'constructor',
)
const anyValue = fc.oneof(
  fc.constantFrom('234567890124', 'ABCDE1234F', 234567890124, 'aadhaar', 'SBIN0001234'),
  fc.constantFrom('50100123456789', 'XXXX XXXX 0124', 'PAN ABCDE1234F', ' ', ''),
  fc.jsonValue({ maxDepth: 2 }),
)
const anyRecord: fc.Arbitrary<JsonObject> = fc.dictionary(
  anyName,
  fc.oneof(anyValue, fc.array(anyValue), fc.dictionary(anyName, anyValue)),
)

describe('separating any record', () => {
  test('is reversed by putting the true values back, and finds nothing the second time', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const { masked, values } = separatePersonalValues(record)
        expect(separatePersonalValues(masked)).toEqual({ masked, values: [] })
        for (const { path, value } of values) {
          expect(valueAt(record, path)).toBe(value)
          expect(valueAt(masked, path)).not.toBe(value)
        }
        expect(new Set(values.map(({ path }) => path)).size).toBe(values.length)
        expect(firstForeignMask(masked, masked)).toBeNull()
      }),
      { examples: [[{ panNo: { type: 'aadhaar', number: '50100123456789' } }]] },
    )
  })

  test('paths name fields of any name', () => {
    fc.assert(
      fc.property(fc.array(anyName, { minLength: 1, maxLength: 4 }), (names) => {
        const record = names.reduceRight<unknown>(
          (value, name) => Object.fromEntries([[name, value]]),
          'here',
        ) as JsonObject
        expect(valueAt(record, fieldPath(names))).toBe('here')
      }),
    )
  })
})

test('a mask that the stored record does not have is found, so that the server can reject it', () => {
  const other = { ...SHOWN, directors: [{ panNo: 'ZZXXXXX34F' }] }
  expect(firstForeignMask(SHOWN, other)).toBe('directors.0.panNo')
  expect(firstForeignMask(SHOWN, SHOWN)).toBeNull()
  expect(firstForeignMask(SHOWN, RECORD)).toBeNull()
  const spaced = { aadharNo: ' XXXX XXXX 0124' }
  expect(firstForeignMask(spaced, spaced)).toBeNull()
})

describe('the numbers of a record', () => {
  test('are read by field path', () => {
    expect(personalNumberAt(RECORD, 'aadharNo')).toBe('234567890124')
    expect(personalNumberAt(RECORD, 'bank.accountNo')).toBe('50100123456789')
    expect(personalNumberAt(RECORD, 'directors.0.panNo')).toBe('ABCDE1234F')
    for (const path of ['panNo', 'bank.iban', 'bank', '__proto__.panNo'])
      expect(personalNumberAt(RECORD, path)).toBe('')
  })

  test('are listed with their field paths, masked or not', () => {
    expect(personalNumbersIn(SHOWN)).toEqual([
      { field: 'aadharNo', kind: 'aadhaar', number: 'XXXX XXXX 0124' },
      { field: 'bank.accountNo', kind: 'account', number: 'XXXXXX6789' },
      { field: 'directors.0.panNo', kind: 'pan', number: 'ABXXXXX34F' },
    ])
    expect(personalNumbersIn(RECORD).map(({ field }) => field)).toEqual(
      personalNumbersIn(SHOWN).map(({ field }) => field),
    )
    expect(personalNumbersIn({ aadharNo: '', panNo: null, iban: ' ' })).toEqual([])
  })
})

test('values without Aadhaar numbers keep the other numbers, also those in the same text', () => {
  const { values } = separatePersonalValues({
    ...RECORD,
    notes: 'PAN ABCDE1234F, Aadhaar 2345 6789 0124',
  })
  expect(withoutAadhaar(values)).toEqual([
    { path: 'bank.accountNo', kind: 'account', value: '50100123456789' },
    { path: 'directors.0.panNo', kind: 'pan', value: 'ABCDE1234F' },
    { path: 'notes', kind: 'text', value: 'PAN ABCDE1234F, Aadhaar XXXX XXXX 0124' },
  ])
})
