import { describe, expect, test } from 'vitest'
import { factorCodeFrom, groupedRecoveryCode, isCodeFor } from './second-factor.ts'

describe('a code of the second factor', () => {
  test.each([
    ['123456', { is: 'totp', code: '123456' }],
    [' 123 456 ', { is: 'totp', code: '123456' }],
    ['abcd-efgh-jkmn-pqrs-tuvw-xyz2', { is: 'recovery', code: 'abcdefghjkmnpqrstuvwxyz2' }],
    ['ABCD EFGH–JKMN pqrs TUVW xyz2', { is: 'recovery', code: 'abcdefghjkmnpqrstuvwxyz2' }],
    ['234523452345234523452345', { is: 'recovery', code: '234523452345234523452345' }],
    ['12345', null],
    ['1234567', null],
    ['abcdef', null],
    ['', null],
  ])('%j', (typed, code) => expect(factorCodeFrom(typed)).toEqual(code))

  test('is that of an app only if the account has one', () => {
    const recovery = 'abcd-efgh-jkmn-pqrs-tuvw-xyz2'
    expect(['123456', recovery, ''].map((typed) => isCodeFor(['app'], typed))).toEqual([
      true,
      true,
      false,
    ])
    expect(['123456', recovery, ''].map((typed) => isCodeFor(['passkey'], typed))).toEqual([
      false,
      true,
      false,
    ])
  })

  test('is shown in groups of four', () => {
    expect(groupedRecoveryCode('abcdefghjkmnpqrstuvwxyz2')).toBe('abcd-efgh-jkmn-pqrs-tuvw-xyz2')
  })
})
