import { describe, expect, test } from 'vitest'
import { partnerJson, userJson } from '../testing/builders.ts'
import { identityOf, isMentioned, isSamePerson } from './person.ts'

const ananya = identityOf({
  name: 'Ananya Iyer',
  mobileNo: '+91 98765 01234',
  personalEmail: 'Ananya@Example.in',
  companyEmail: 'PLAN82600',
})

test('reads the folded names and e-mail addresses and the digits of phones', () => {
  expect(ananya).toEqual({
    names: ['ananya iyer'],
    phones: ['9876501234'],
    emails: ['ananya@example.in'],
  })
})

describe('isSamePerson', () => {
  test.each([
    ['the same phone, written differently', { personalNumber: '098765-01234' }, true],
    [
      'the same e-mail address and name',
      { PartnerName: 'ananya  iyer', companyEmailId: 'ananya@example.in' },
      true,
    ],
    [
      'the e-mail address of a colleague',
      { PartnerName: 'Dev', companyEmailId: 'ananya@example.in' },
      false,
    ],
    ['the same name alone', { PartnerName: 'Ananya Iyer' }, false],
    ['nothing', {}, false],
  ])('%s', (_, record, expected) => {
    expect(isSamePerson(ananya, identityOf(record))).toBe(expected)
  })

  test('two records without details are not the same person', () => {
    expect(isSamePerson(identityOf({}), identityOf({}))).toBe(false)
  })
})

test.each(['9999999999', '+91 00000 00000', '1234567890', '12345', '0'])(
  'does not take two people with %s as a phone for one person',
  (phone) => {
    const [one, other] = [{ mobileNo: phone }, { personalNumber: phone }].map(identityOf)
    expect(isSamePerson(one ?? ananya, other ?? ananya)).toBe(false)
    expect(isMentioned(one ?? ananya, `counter ${phone}`)).toBe(false)
  },
)

test('finds a name of three letters or fewer as a whole word only', () => {
  const om = identityOf({ name: 'Om', fullName: 'A B' })
  expect(isMentioned(om, 'Call Om, after 5')).toBe(true)
  expect(isMentioned(om, 'by a/b')).toBe(true)
  expect(isMentioned(om, 'two rooms, a bill')).toBe(false)
})

test('finds a mention at any depth and in any notation', () => {
  expect(isMentioned(ananya, { notes: [{ text: 'Call ANANYA IYER' }] })).toBe(true)
  expect(isMentioned(ananya, 'phone 98765-01234, after 5')).toBe(true)
  expect(isMentioned(ananya, 919_876_501_234)).toBe(true)
  expect(isMentioned(ananya, ['to ananya@example.in'])).toBe(true)
  expect(isMentioned(ananya, { guests: 200, note: null, by: 'Ananya' })).toBe(false)
})

test('the builders make records of different people', () => {
  expect(isSamePerson(identityOf(partnerJson()), identityOf(userJson()))).toBe(false)
})
