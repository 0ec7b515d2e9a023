import { partnerJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { upsertPartners } from '../partner/store.ts'
import { personalValuesOf } from './personal-values.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

const NUMBERS = {
  aadharNo: '2345 6789 0124',
  panNo: 'ABCDE1234F',
  bank: { accountNumber: 50_100_123_456_789 },
  directors: [
    { name: 'Ravi', panNo: 'PQRSX9876Z' },
    { name: 'Sana', panNo: 'LMNOP4321K' },
  ],
}

/** Imports a partner, and again with other fields. Returns the second result, the values and the record. */
async function imported(again: JsonObject, first: JsonObject = NUMBERS) {
  const json = partnerJson(first)
  const id = String(json['_id'])
  await upsertPartners(scratch.db, [json], 'import')
  const put = await upsertPartners(scratch.db, [{ ...json, ...again }], 'import')
  const values = await personalValuesOf(scratch.db, 'partner', id)
  const row = await scratch.db
    .selectFrom('partner')
    .select(['body', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    put,
    id,
    values: Object.fromEntries(values.map(({ path, value }) => [path, value])),
    ...row,
  }
}

const ALL = {
  aadharNo: '2345 6789 0124',
  panNo: 'ABCDE1234F',
  'bank.accountNumber': 50_100_123_456_789,
  'directors.0.panNo': 'PQRSX9876Z',
  'directors.1.panNo': 'LMNOP4321K',
}

test('an import with masks of another form keeps the true values and our masks', async () => {
  const { put, values, version } = await imported({
    aadharNo: 'xxxxxxxx0124',
    panNo: 'ABC****34F',
    bank: { accountNumber: '•••• 6789' },
  })
  expect(values).toEqual(ALL)
  expect(put).toMatchObject({ same: 1, changed: 0, foreignMasks: [] })
  expect(version).toBe(1)
})

test('other fields of the same record are changed', async () => {
  const { put, values, body } = await imported({ aadharNo: 'XXXXXXXX0124', language: 'Tamil' })
  expect(values).toEqual(ALL)
  expect(body).toMatchObject({ aadharNo: 'XXXX XXXX 0124', language: 'Tamil' })
  expect(put).toMatchObject({ changed: 1 })
})

test('a mask that is not of the stored number keeps the number, and is reported', async () => {
  const { put, id, values, body } = await imported({
    aadharNo: 'XXXX XXXX 9999',
    panNo: 'ZZXXXXX34F',
  })
  expect(values).toEqual(ALL)
  expect(body).toMatchObject({ aadharNo: 'XXXX XXXX 0124', panNo: 'ABXXXXX34F' })
  expect(put.foreignMasks).toEqual([
    { id, path: 'aadharNo', isKept: true },
    { id, path: 'panNo', isKept: true },
  ])
})

test('unmasked numbers beside a mask replace the stored ones', async () => {
  const { values } = await imported({ aadharNo: 'XXXXXXXX0124', panNo: 'VWXYZ9999Q' })
  expect(values).toEqual({ ...ALL, panNo: 'VWXYZ9999Q' })
})

test('in a list, a number follows its mask to another place', async () => {
  const [ravi, sana] = [
    { name: 'Ravi', panNo: 'PQXXXXX76Z' },
    { name: 'Sana', panNo: 'LMXXXXX21K' },
  ]
  const swapped = await imported({ directors: [sana, ravi] })
  expect(swapped.values).toMatchObject({
    'directors.0.panNo': 'LMNOP4321K',
    'directors.1.panNo': 'PQRSX9876Z',
  })
  expect(swapped.put.foreignMasks).toEqual([])
  const removed = await imported({ directors: [sana] })
  expect(removed.values).toEqual({
    ...Object.fromEntries(Object.entries(ALL).filter(([path]) => !path.startsWith('dir'))),
    'directors.0.panNo': 'LMNOP4321K',
  })
})

test('in a list, the number of a person is not given to another', async () => {
  const { put, id, values } = await imported({ directors: [{ name: 'Tara', panNo: 'TTXXXXX11T' }] })
  expect(values).not.toHaveProperty(['directors.0.panNo'])
  expect(put.foreignMasks).toEqual([{ id, path: 'directors.0.panNo', isKept: false }])
})

test('a mask that shows nothing takes no number of another field', async () => {
  const { values } = await imported({ panNo: '', directorPan: 'XXXXXXXXXX' })
  expect(values).not.toHaveProperty('directorPan')
  expect(values).not.toHaveProperty('panNo')
})

test('a mask without a stored number is stored as it is', async () => {
  const { put, body } = await imported({ panNo: 'ABXXXXX34F' }, { panNo: '' })
  expect(body).toMatchObject({ panNo: 'ABXXXXX34F' })
  expect(put).toMatchObject({ changed: 1, foreignMasks: [] })
})
