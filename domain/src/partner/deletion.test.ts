import { describe, expect, test } from 'vitest'
import { aPartner } from '../testing/builders.ts'
import { DELETED_BY, deletionPhrase, deletionProblem } from './deletion.ts'

const MISMATCH = "Email confirmation doesn't match. Please enter the exact partner email."
const EMPTY = 'Please enter the partner email to confirm deletion.'

const given = (personalEmail: string, companyEmailId: string, companyEmail = 'PLAN82600') =>
  aPartner({ personalEmail, companyEmailId, companyEmail })

describe('the text that confirms a deletion (§5.9)', () => {
  test.each([
    ['the personal e-mail', given('asha@example.in', 'office@x.example'), 'asha@example.in'],
    [
      'the company e-mail if there is no personal one',
      given('', 'office@x.example'),
      'office@x.example',
    ],
    ['companyEmail if it is an e-mail address', given('', '', 'us@x.example'), 'us@x.example'],
    ['never a plan code', given('', '', 'PLAN82600'), ''],
    ['never Guest', given('', '', 'Guest'), ''],
  ])('is %s', (_, partner, phrase) => {
    expect(deletionPhrase(partner)).toBe(phrase)
  })
})

describe('Delete is enabled (§5.9)', () => {
  const partner = given('Asha@Example.in', 'office@x.example')

  test.each(['Asha@Example.in', 'asha@example.IN', ' asha@example.in '])('for %j', (typed) => {
    expect(deletionProblem(partner, typed)).toBe(null)
  })

  test.each([
    ['', EMPTY],
    ['  ', EMPTY],
    ['asha@example.i', MISMATCH],
    ['asha@example.in.', MISMATCH],
    ['office@x.example', MISMATCH],
  ])('not for %j', (typed, problem) => {
    expect(deletionProblem(partner, typed)).toBe(problem)
  })

  test('never for a partner without an e-mail, with a reason', () => {
    for (const typed of ['', ' ', 'PLAN82600', 'Guest'])
      expect(deletionProblem(given('', ''), typed)).toMatch(/no email address/)
  })
})

test('a deletion carries deletedBy Super Admin (§6)', () => {
  expect(DELETED_BY).toBe('Super Admin')
})
