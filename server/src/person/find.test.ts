import { identityOf, isSamePerson } from '@mandap/domain/person/person.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { upsertTempPartners } from '../partner/store.ts'
import { enteredByHand } from './find.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

const PHONES = [
  '9876512399',
  9_876_512_399,
  '+91 98765-12399',
  '09876512399',
  '９８７６５１２３９９',
  '98765\u200B12399',
  '98450 11223',
]
const EMAILS = [
  'asha@rao.in',
  ' Asha@RAO.in',
  'asha@rao.in\n',
  'ａsha@rao.in',
  'as\u00ADha@rao.in',
  '\u00A0asha@rao.in',
  'a  rao@rao.in',
  'A rao@rao.in',
  'İ@rao.in',
  'PLAN82600',
]
const NAMES = ['Asha Rao', 'ASHA\u00A0 RAO', 'Dev']
const anyPhone = fc.constantFrom(...PHONES, '', null, { of: '9876512399' })
const anyEmail = fc.constantFrom(...EMAILS, '', null)
const anyName = fc.constantFrom(...NAMES)

/** A record of a person with each field that a host may use. */
const anyPerson: fc.Arbitrary<JsonObject> = fc.record(
  {
    mobileNo: anyPhone,
    personalNumber: anyPhone,
    phone: anyPhone,
    personalEmail: anyEmail,
    email: anyEmail,
    companyEmailId: anyEmail,
    companyEmail: anyEmail,
    name: anyName,
    fullName: anyName,
    PartnerName: anyName,
  },
  { requiredKeys: [] },
)

test('finds the partners entered by hand that the rule takes for the same person', async () => {
  const { db } = scratch
  const sample = fc.sample(anyPerson, { numRuns: 200, seed: 7 })
  const partners = sample.map((person, at) => ({
    ...person,
    _id: `by-hand-${String(at).padStart(3, '0')}`,
  }))
  await upsertTempPartners(db, partners, 'import')
  await fc.assert(
    fc.asyncProperty(anyPerson, async (person) => {
      const identity = identityOf(person)
      const found = await enteredByHand(db, { subject: 'partner', id: 'p' }, identity)
      const expected = partners.filter((other) => isSamePerson(identity, identityOf(other)))
      expect(found.map(({ id }) => id)).toEqual(expected.map(({ _id }) => _id))
    }),
    { numRuns: 40 },
  )
})
