import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Booking, bookingFrom } from '../booking/booking.ts'
import { bookingIndex } from '../booking/index-fields.ts'
import { partnerIndex } from '../partner/index-fields.ts'
import { type Partner, partnerFrom, tempPartnerFrom } from '../partner/partner.ts'
import { anyBookingJson, anyPartnerJson, anyText, anyUserJson } from '../testing/arbitrary.ts'
import { type User, userIndex, userFrom } from '../user/user.ts'
import { missingItems } from '../partner/registration.ts'
import { shown } from '../text/text.ts'
import { isObject, readInstant, readList, readNumber, readOne, readTexts } from './read.ts'

describe('lists and single records arrive bare or under data (§3)', () => {
  test.each([
    [
      [1, 2],
      [1, 2],
    ],
    [{ data: [1, 2] }, [1, 2]],
    [{ data: { data: [1] } }, []],
    [{ data: null }, []],
    [null, []],
    ['<html>', []],
  ])('readList(%j) is %j', (json, list) => {
    expect(readList(json)).toEqual(list)
  })

  test('readOne takes a record from under data', () => {
    expect(readOne({ data: { _id: '1' } })).toEqual({ _id: '1' })
    for (const data of ['text', null, { _id: '2' }])
      expect(readOne({ _id: '1', data })).toEqual({ _id: '1', data })
    expect(readOne(null)).toBe(null)
  })
})

describe('instants', () => {
  const at = Date.parse('2026-12-05T04:30:00.000Z')

  test.each([
    ['2026-12-05T04:30:00.000Z', at],
    ['2026-12-05T04:30:00.000999Z', at],
    ['2026-12-05T04:30Z', at],
    ['2026-12-05t04:30:00z', at],
    ['2026-12-05T10:00:00+05:30', at],
    ['2026-12-05T10:00:00+0530', at],
    // as PostgreSQL writes a whole hour
    ['2026-12-05 04:30:00+00', at],
    ['2026-12-04T23:30:00.000-05', at],
    ['2026-12-05 04:30:00', at],
    [' 2026-12-05T04:30:00 ', at],
    [at, at],
    [at + 0.5, at],
    ['2026-12-05', Date.parse('2026-12-05T00:00:00Z')],
    ['2028-02-29', Date.parse('2028-02-29T00:00:00Z')],
    ['2026-02-29', null],
    ['2026-02-00', null],
    ['2026-13-01', null],
    ['2026-02-30', null],
    ['2026-02-30T04:30:00Z', null],
    ['2026-12-05T25:00:00Z', null],
    ['5 December 2026', null],
    ['05/12/2026', null],
    ['', null],
    [null, null],
    [true, null],
    [Number.NaN, null],
    [8.64e15, null],
    ['0000-12-05', null],
  ])('%j is %j', (value, instant) => {
    expect(readInstant(value)).toBe(instant)
  })
})

test('reads numbers with Indian or western grouping', () => {
  expect(['1,30,000', '₹ 130,000.50', '-7', '0', 0, 12.5].map(readNumber)).toEqual([
    130_000, 130_000.5, -7, 0, 0, 12.5,
  ])
  expect(
    ['', ' ', 'abc', '1e3', '0x10', '9'.repeat(400), Infinity, null, []].map(readNumber),
  ).toEqual(Array.from({ length: 9 }, () => null))
})

test('reads the rupees of a budget with the marks of India around the number', () => {
  const written = ['₹1,20,000', 'Rs. 45,000', 'rs 45,000.50/-', 'Rs.45,000/=', 'INR 45000', 45_000]
  expect(written.map((budget) => bookingFrom({ budget }).budget)).toEqual([
    120_000, 45_000, 45_000.5, 45_000, 45_000, 45_000,
  ])
  const others = ['1.2 lakh', '50k', 'Rs.', '/-', 'USD 500', '10,000-20,000', [45_000], null]
  expect(others.map((budget) => bookingFrom({ budget }).budget)).toEqual(others.map(() => null))
})

test('reads a list of texts, numbers or named objects', () => {
  expect(readTexts(['Mehendi', { name: 'DJ' }, { label: 'Decor' }, 7, '', null, []])).toEqual([
    'Mehendi',
    'DJ',
    'Decor',
    '7',
  ])
  expect(readTexts('Mehendi')).toEqual(['Mehendi'])
  expect(readTexts(undefined)).toEqual([])
})

test('reads the customer’s id in four spellings, or from a whole record (§3)', () => {
  for (const spelling of ['userId', 'user_id', 'customerId', 'customer_id'])
    expect(bookingFrom({ [spelling]: 'u1' }).userId).toBe('u1')
  expect(bookingFrom({ userId: '', customer_id: 'u2' }).userId).toBe('u2')
  const record = { _id: 'u3', fullName: 'Kavya Nair', name: 'Kavya' }
  expect(bookingFrom({ customerId: record })).toMatchObject({
    userId: 'u3',
    customerName: 'Kavya Nair',
  })
  expect(bookingFrom({ userId: 'u1', customerId: record }).customerName).toBe('')
  expect(bookingFrom({ userId: { _id: 'u3', name: 'Kavya' } }).userId).toBe('u3')
})

test('reads NoGST in three spellings, as a boolean or the text true (§3)', () => {
  for (const spelling of ['NoGST', 'noGST', 'NOGST'])
    for (const [value, expected] of [
      [true, true],
      ['true', true],
      [false, false],
      ['false', false],
      [1, false],
    ])
      expect(partnerFrom({ [spelling]: value }).noGst).toBe(expected)
})

test('reads text without invisible characters, as screens show it', () => {
  const partner = partnerFrom({
    name: '\u3164\u202E',
    PartnerName: 'As\u202Eha',
    status: 'approved\u200B',
    companyName: '\u2060',
    servicesSelected: ['\u200E', { name: 'Cater\u00ADing' }],
  })
  expect(partner).toMatchObject({ name: 'Asha', status: 'approved', companyName: '' })
  expect(partner.servicesSelected).toEqual(['Catering'])
  expect(missingItems(partner)).toContain('companyName')
  expect(partnerIndex(partner).searchText).toBe('asha')
})

test('reads two spellings of names and phone numbers (§3)', () => {
  expect(userFrom({ name: 'Asha' }).name).toBe('Asha')
  expect(userFrom({ name: 'Asha', fullName: 'Asha Rao' }).name).toBe('Asha Rao')
  const temp = partnerFrom({ PartnerName: 'Dev', personalNumber: 9_820_012_345 })
  expect([temp.name, temp.mobileNo]).toEqual(['Dev', '9820012345'])
  const both = { name: 'Asha', PartnerName: 'Dev', mobileNo: '1', personalNumber: '2' }
  expect(partnerFrom(both)).toMatchObject({ name: 'Asha', mobileNo: '1' })
  expect(tempPartnerFrom(both)).toMatchObject({ name: 'Dev', mobileNo: '2' })
  expect(tempPartnerFrom({ name: 'Asha', mobileNo: '1' })).toMatchObject({
    name: 'Asha',
    mobileNo: '1',
  })
  expect(bookingFrom({ id: 'b1' }).id).toBe('b1')
})

// the readers and their index functions
const READERS = [
  {
    name: 'booking',
    read: bookingFrom,
    indexFields: (json: unknown) => bookingIndex(bookingFrom(json)),
  },
  {
    name: 'partner',
    read: partnerFrom,
    indexFields: (json: unknown) => partnerIndex(partnerFrom(json)),
  },
  { name: 'user', read: userFrom, indexFields: (json: unknown) => userIndex(userFrom(json)) },
] as const satisfies {
  name: string
  read: (json: unknown) => Booking | Partner | User
  indexFields: unknown
}[]

const NUMBERS = [
  'dateFrom',
  'dateTo',
  'eventDate',
  'createdAt',
  'erasedAt',
  'budget',
  'latitude',
  'longitude',
  'version',
]
const LISTS = ['services', 'servicesSelected']

function isOfDeclaredType([field, value]: [field: string, value: unknown]): boolean {
  if (field === 'original') return isObject(value)
  if (field === 'noGst') return typeof value === 'boolean'
  if (NUMBERS.includes(field)) return value === null || Number.isFinite(value)
  if (LISTS.includes(field))
    return Array.isArray(value) && value.every((text) => typeof text === 'string' && text !== '')
  return typeof value === 'string'
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isStorable)
  return value === null || typeof value === 'boolean'
}

describe.each(READERS)('reading a $name', ({ read, indexFields }) => {
  const anything = fc.oneof(
    anyBookingJson,
    anyPartnerJson,
    anyUserJson,
    fc.jsonValue(),
    fc.anything({
      withBigInt: true,
      withDate: true,
      withNullPrototype: true,
      withSparseArray: true,
    }),
    fc.dictionary(
      fc.constantFrom('_id', 'status', 'dateFrom', 'NoGST', '__proto__'),
      fc.anything(),
    ),
    anyText,
  )

  test('never throws, and returns every field in its declared type', () => {
    const fields = Object.keys(read(undefined))
    fc.assert(
      fc.property(anything, (json) => {
        const entity = read(json)
        expect(Object.keys(entity)).toEqual(fields)
        expect(Object.entries(entity).filter((field) => !isOfDeclaredType(field))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('drops characters that change the direction, but keeps ids and addresses exact', () => {
    const isExact = (field: string) => /id$|Id$|Url$|Event$/.test(field) && field !== 'numberId'
    fc.assert(
      fc.property(anything, (json) => {
        const texts = Object.entries(read(json)).filter(([field]) => !isExact(field))
        const directional = texts.filter(
          ([, text]) => typeof text === 'string' && shown(text) !== text,
        )
        expect(directional).toEqual([])
      }),
      { numRuns: 500 },
    )
    const directional = 'a\u202Eb'
    expect(read({ _id: directional }).id).toBe(directional)
    expect(partnerFrom({ aadharUrl: directional }).aadharUrl).toBe(directional)
  })

  test('keeps the original record (§7)', () => {
    fc.assert(
      fc.property(anything, (json) => {
        const { original } = read(json)
        expect(isObject(json) ? original === json : Object.keys(original).length === 0).toBe(true)
      }),
    )
  })

  test('returns index fields that PostgreSQL can store', () => {
    fc.assert(
      fc.property(anything, (json) => {
        expect(Object.entries(indexFields(json)).filter(([, value]) => !isStorable(value))).toEqual(
          [],
        )
      }),
      { numRuns: 500 },
    )
  })
})
