import { describe, expect, test } from 'vitest'
import { ApiError } from '@mandap/client/api-error.ts'
import { sendError, attemptsLeft, verifyProblem } from './elevation-problem.ts'

const RECOVERY_CODE = 'abcd-efgh-jkmn-pqrs-tuvw-xyz2'

describe('why no OTP was sent (§8)', () => {
  test.each([
    [new ApiError('server', { status: 500 }), 'Failed to send OTP'],
    [new ApiError('server', { status: 502, code: 'SMS_FAILED' }), 'Failed to send OTP'],
    [new ApiError('invalid', { code: 'SMS_FAILED' }), 'Failed to send OTP'],
    [new ApiError('unreachable'), 'Error sending OTP'],
    [new ApiError('timeout'), 'Error sending OTP'],
    [new ApiError('malformed'), 'Error sending OTP'],
    [new TypeError('a defect'), 'Error sending OTP'],
    [
      new ApiError('forbidden', { code: 'NOT_AUTHORIZED' }),
      'This number is not authorized for Super Admin access',
    ],
    [
      new ApiError('forbidden', { code: 'ROLE_REQUIRED', message: 'Viewers cannot do this.' }),
      'Viewers cannot do this.',
    ],
    [
      new ApiError('server', { code: 'SMS_BALANCE', message: 'Failed to send OTP. Top it up.' }),
      'Failed to send OTP. Top it up.',
    ],
    [
      new ApiError('forbidden', {
        code: 'SMS_DEVELOPMENT',
        message: 'Failed to send OTP. Set it.',
      }),
      'Failed to send OTP. Set it.',
    ],
    [
      new ApiError('forbidden', { code: 'SECOND_FACTOR_REQUIRED', message: 'Set one up first.' }),
      'Set one up first.',
    ],
    [
      new ApiError('tooMany', { code: 'TOO_MANY_ATTEMPTS', message: 'Try again in 9 minutes.' }),
      'Try again in 9 minutes.',
    ],
  ])('%s: %s', (error, text) => expect(sendError(error)).toBe(text))
})

describe('why an OTP did not elevate (§5.2)', () => {
  test.each([
    [new ApiError('invalid', { code: 'WRONG_OTP', message: 'any' }), 'Incorrect OTP'],
    [
      new ApiError('invalid', { code: 'OTP_EXPIRED', message: 'Send a new one.' }),
      'Send a new one.',
    ],
    [new ApiError('unreachable'), "Can't reach the server. Check your connection and try again."],
  ])('%s: %s', (error, text) => expect(verifyProblem(error)).toBe(text))

  test.each([
    [
      'WRONG_CODE',
      '123456',
      'This code is wrong. Enter the code that the app shows now. If it stays wrong, let the phone set its time automatically.',
    ],
    ['USED_CODE', '123456', 'This code was already used. Wait for the next one.'],
    ['WRONG_CODE', RECOVERY_CODE, 'This recovery code is wrong.'],
    ['USED_CODE', RECOVERY_CODE, 'This recovery code was already used. Use another one.'],
  ] as const)('%s for %s: %s', (code, typed, text) => {
    const error = new ApiError('invalid', { code, message: 'any' })
    expect(verifyProblem(error, typed)).toBe(text)
  })

  test('shows the remaining attempts that the host sends', () => {
    const body = { error: { triesLeft: 3 } }
    expect(attemptsLeft(new ApiError('invalid', { code: 'WRONG_OTP', body }))).toBe(3)
    expect(attemptsLeft(new ApiError('invalid', { code: 'WRONG_OTP' }))).toBeNull()
    expect(attemptsLeft(null)).toBeNull()
  })
})
