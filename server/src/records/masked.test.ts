import { maskPersonalNumbers } from '@mandap/domain/partner/personal-number.ts'
import { anyText } from '@mandap/domain/testing/arbitrary.ts'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { growth, LINEAR_GROWTH } from '@mandap/domain/testing/growth.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskedText } from './masked.ts'

/** Names of fields with a number, similar names, and names that are hard to find in JSON. */
const name = fc.oneof(
  fc.constantFrom(
    'aadharNo',
    'PAN',
    'own_pan_card',
    'bankAccount',
    'ac\u0001no',
    'ac"no',
    'ac\\no',
  ),
  fc.constantFrom('companyName', 'company', 'accent', 'card', '', '":', '\\\\', 'note'),
  anyText,
)

const value = fc.oneof(
  fc.constantFrom('234567890124', 'ABCDE1234F', 234567890124, '"aadharNo": "1"', '":', '\\":'),
  fc.jsonValue({ maxDepth: 2 }),
)

/** JSON.parse of Node 24.21 may read a name of one escaped character as another. */
const ONE_ESCAPED = /[{,]"\\(?:u[\da-f]{4}|.)":/

const record: fc.Arbitrary<JsonObject> = fc
  .dictionary(name, fc.oneof(value, fc.array(value), fc.dictionary(name, value)))
  .filter((one) => !ONE_ESCAPED.test(JSON.stringify(one)))

/** Returns JSON as PostgreSQL writes it: with a space after each name. */
const spaced = (json: string) => json.replaceAll('":', '": ')

test('masks every personal number of the records, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(record), (records) => {
      const masked = JSON.parse(JSON.stringify(records.map(maskPersonalNumbers)))
      const json = JSON.stringify(records)
      expect(JSON.parse(maskedText(json))).toEqual(masked)
      for (const [at, one] of records.entries())
        expect(JSON.parse(maskedText(JSON.stringify(one)))).toEqual(masked[at])
    }),
  )
})

test('masks records in the text of a query', () => {
  const json = spaced(JSON.stringify([bookingJson(), partnerJson({ panNo: 'ABCDE1234F' })]))
  expect(JSON.parse(maskedText(json))).toMatchObject([
    { partnerName: 'Aarav Mehta' },
    { aadharNo: 'XXXX XXXX 0124', panNo: 'ABXXXXX34F' },
  ])
})

test('returns the text of records without numbers unchanged', () => {
  const json = spaced(JSON.stringify([bookingJson({ partnerName: 'Pandit & Company: bank card' })]))
  expect(maskedText(json)).toBe(json)
})

test.each([
  ['a part of the name of a number', 'acc'],
  ['the end of a name', '":'],
  ['an escaped end of a name', '\\":'],
  ['gaps in the name of a number', 'ac_'],
])('takes time proportional to a text of %s', async (_, piece) => {
  const work = (size: number) => {
    maskedText(JSON.stringify({ note: piece.repeat(size) }))
    maskedText(JSON.stringify({ [piece.repeat(size)]: 1 }))
  }
  expect(await growth(work, 5000)).toBeLessThan(LINEAR_GROWTH)
})
