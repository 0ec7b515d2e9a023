import { describe, expect, test } from 'vitest'
import { isBlank, type ManualPartner, manualProblems, trimmed } from './manual-partner.ts'

const EMPTY: ManualPartner = {
  PartnerName: '',
  companyName: '',
  companyLocation: '',
  companyNumber: '',
  personalNumber: '',
  companyEmailId: '',
}
const manual = { ...EMPTY, PartnerName: 'Rohan Das' }

describe('a manual partner', () => {
  test('needs a name and no other field', () => {
    expect(manualProblems(manual)).toEqual({})
    for (const PartnerName of ['  ', '\u200b'])
      expect(manualProblems({ ...manual, PartnerName, companyName: 'Das & Co' })).toEqual({
        PartnerName: "Enter the partner's name.",
      })
  })

  test.each([
    '9820012345',
    '+91 98200 12345',
    '919820012345',
    '022-2345 6789',
    '(022) 23456789',
    '[022] 23456789',
    '1800 209 1234',
    '1800-123-456',
    '234567',
    '+971 4 123 4567',
    '+1 (415) 555-2671',
    '+49 1512 3456789',
    '123456789012345',
    '98200\u00a012345',
    '98200\u201112345',
    '\u202a+91 98200 12345\u202c',
  ])('accepts the phone number %s', (number) => {
    expect(manualProblems({ ...manual, personalNumber: number, companyNumber: number })).toEqual({})
  })

  test.each(['12345', '98200 1234x', '1234567890123456', '+', '()', '98200/12345'])(
    'rejects the phone number %s',
    (number) => {
      expect(Object.keys(manualProblems({ ...manual, personalNumber: number }))).toEqual([
        'personalNumber',
      ])
    },
  )

  test.each(['office', 'a@b', 'a b@c.in', '@c.in', 'a@c..in'])(
    'rejects the e-mail address %s',
    (address) => {
      expect(Object.keys(manualProblems({ ...manual, companyEmailId: address }))).toEqual([
        'companyEmailId',
      ])
    },
  )

  test('is blank while all fields are blank', () => {
    expect(isBlank(EMPTY)).toBe(true)
    expect(isBlank({ ...EMPTY, companyName: ' \t\u200b' })).toBe(true)
    expect(isBlank(manual)).toBe(false)
  })

  test('is sent trimmed', () => {
    expect(trimmed({ ...manual, companyLocation: ' Pune ' })).toEqual({
      ...manual,
      companyLocation: 'Pune',
    })
  })

  test('is sent without NUL and unpaired surrogates, which the server rejects', () => {
    expect(trimmed({ ...manual, companyName: 'Das\0 & Co \ud83d' }).companyName).toBe(
      'Das & Co \ufffd',
    )
  })
})
