import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { aBooking } from '@mandap/domain/testing/builders.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainRecord } from './extended-json.ts'

const ISO = '2026-12-05T04:30:00.000Z'

test.each<[string, unknown, unknown]>([
  ['an id', { $oid: '65f0c0ffee00000000000001' }, '65f0c0ffee00000000000001'],
  ['a relaxed date', { $date: '2026-12-05T04:30:00Z' }, ISO],
  ['a date with an offset', { $date: '2026-12-05T10:00:00.000+0530' }, ISO],
  ['a canonical date', { $date: { $numberLong: String(Date.parse(ISO)) } }, ISO],
  ['a date of older versions', { $date: Date.parse(ISO) }, ISO],
  ['a date before 1970', { $date: { $numberLong: '-1' } }, '1969-12-31T23:59:59.999Z'],
  ['an integer', { $numberInt: '42' }, 42],
  ['a long', { $numberLong: '250000' }, 250_000],
  [
    'a long that JavaScript would round',
    { $numberLong: '9223372036854775807' },
    '9223372036854775807',
  ],
  ['a double', { $numberDouble: '13.08' }, 13.08],
  ['a double that is no number', { $numberDouble: 'NaN' }, null],
  ['a decimal', { $numberDecimal: '250000.50' }, 250_000.5],
  [
    'a UUID',
    { $uuid: '0f8fad5b-d9cb-469f-a165-70867728950e' },
    '0f8fad5b-d9cb-469f-a165-70867728950e',
  ],
  [
    'a UUID in bytes',
    { $binary: { base64: 'D4+tW9nLRp+hZXCGdyiVDg==', subType: '04' } },
    '0f8fad5b-d9cb-469f-a165-70867728950e',
  ],
  ['bytes', { $binary: 'AQID', $type: '00' }, 'AQID'],
  ['a timestamp', { $timestamp: { t: 1, i: 2 } }, '1970-01-01T00:00:01.000Z'],
  ['undefined', { $undefined: true }, null],
  ['a reference', { $ref: 'users', $id: { $oid: 'u1' } }, 'u1'],
  ['something unknown', { $minKey: 1 }, { $minKey: 1 }],
  ['an id that is none', { $oid: 7 }, { $oid: 7 }],
  ['within lists and objects', [{ at: { $date: ISO } }], [{ at: ISO }]],
])('%s', (_, extended, plain) => {
  expect(plainRecord({ field: extended })).toEqual({ field: plain })
})

test('does not change a record without Extended JSON', () => {
  const key = fc.string().filter((text) => !text.startsWith('$') && text !== '__proto__')
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  })).value
  fc.assert(
    fc.property(fc.dictionary(key, json), (record) => {
      expect(plainRecord(record)).toEqual(record)
    }),
  )
})

test('reads a booking of mongoexport as the same booking of §7', () => {
  const { original } = aBooking({ budget: 250_000, createdAt: ISO })
  const date = (at: unknown) => ({ $date: { $numberLong: String(Date.parse(String(at))) } })
  const exported = {
    ...original,
    _id: { $oid: original['_id'] },
    userId: { $oid: original['userId'] },
    dateFrom: date(original['dateFrom']),
    dateTo: date(original['dateTo']),
    createdAt: date(ISO),
    budget: { $numberInt: '250000' },
  }
  expect(bookingFrom(plainRecord(exported))).toEqual(bookingFrom(original))
})
