import { describe, expect, test } from 'vitest'
import {
  digits,
  isWholeOtp,
  isWholePhone,
  maskPhone,
  nationalNumber,
  OTP_DIGITS,
  otpProblem,
  PHONE_DIGITS,
  phoneProblem,
  typedPhone,
} from './elevation.ts'

const AUTHORISED = ['9000000001', '9000000002', '9000000003']

test('keeps digits only, at most 10 or 6 (§5.1, §5.2)', () => {
  expect(digits('90000-00001 23', PHONE_DIGITS)).toBe('9000000001')
  expect(digits('12 34x567', OTP_DIGITS)).toBe('123456')
  expect(digits('१२३', OTP_DIGITS)).toBe('')
})

describe('+91, 91 or 0 before ten digits is dropped (§5.1)', () => {
  test.each([
    ['+91 90000-00001', '9000000001'],
    ['+919000000001', '9000000001'],
    ['+91-9000-000-001', '9000000001'],
    ['(+91) 90000 00001', '9000000001'],
    ['919000000001', '9000000001'],
    ['91 90000 00001', '9000000001'],
    ['09000000001', '9000000001'],
    ['0 90000-00001', '9000000001'],
    [' 90000 00001 ', '9000000001'],
    ['\u202a+91\u00a090000\u201100001\u202c', '9000000001'],
    ['9100000001', '9100000001'],
    ['0900000001', '0900000001'],
  ])('%j becomes %s when pasted or sent', (text, number) => {
    expect(nationalNumber(text)).toBe(number)
    expect(typedPhone(text)).toBe(number)
  })

  test.each(['+9190000000', '90000000011', '+90000000001', '9190000000012', '900000000x', ''])(
    '%j is not a complete number',
    (text) => {
      expect(isWholePhone(nationalNumber(text))).toBe(false)
    },
  )

  test('also when typed key by key, and further keys change nothing', () => {
    const shown = (keys: string) => {
      let typed = ''
      for (const key of keys) typed = typedPhone(typed + key)
      return typed.slice(0, PHONE_DIGITS)
    }
    expect(shown('+91 90000-00001')).toBe('9000000001')
    expect(shown('0 90000 00001')).toBe('9000000001')
    expect(shown('+91 90000-000012345')).toBe('9000000001')
    expect(shown('900000000123')).toBe('9000000001')
    expect(shown('91000')).toBe('91000')
  })
})

test('Send OTP and Verify are enabled only at exactly 10 and 6 digits (§5.1, §5.2)', () => {
  expect(['900000000', '9000000001', '90000000011', '900000000x'].map(isWholePhone)).toEqual([
    false,
    true,
    false,
    false,
  ])
  expect(['12345', '123456', '1234567', '12345x'].map(isWholeOtp)).toEqual([
    false,
    true,
    false,
    false,
  ])
})

describe('only three numbers are authorised (§5.1)', () => {
  test.each([
    ['9000000001', null],
    ['9000000003', null],
    ['9000000004', 'This number is not authorized for Super Admin access'],
    ['900000000', 'Enter a valid 10-digit phone number'],
    ['90000000011', 'Enter a valid 10-digit phone number'],
    ['', 'Enter a valid 10-digit phone number'],
  ])('%j: %j', (phone, problem) => {
    expect(phoneProblem(phone, AUTHORISED)).toBe(problem)
  })
})

test('an OTP other than the one sent is incorrect (§5.2)', () => {
  expect(otpProblem('123456', '123456')).toBe(null)
  expect(otpProblem('123457', '123456')).toBe('Incorrect OTP')
  // an empty OTP is rejected also if the host sent an empty one
  expect(otpProblem('', '')).toBe('Incorrect OTP')
})

test('a masked phone number shows its last four digits', () => {
  expect(maskPhone('9000000001')).toBe('XXXXXX0001')
  expect(maskPhone('')).toBe('')
})
