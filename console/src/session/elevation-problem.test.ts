import { describe, expect, test } from 'vitest'
import { HostFailure } from '../host/failure.ts'
import { sendProblem, triesLeft, verifyProblem } from './elevation-problem.ts'

describe('why no OTP was sent (§8)', () => {
  test.each([
    [new HostFailure('server', { status: 500 }), 'Failed to send OTP'],
    [new HostFailure('server', { status: 502, code: 'SMS_FAILED' }), 'Failed to send OTP'],
    [new HostFailure('invalid', { code: 'SMS_FAILED' }), 'Failed to send OTP'],
    [new HostFailure('unreachable'), 'Error sending OTP'],
    [new HostFailure('timeout'), 'Error sending OTP'],
    [new HostFailure('malformed'), 'Error sending OTP'],
    [new TypeError('a defect'), 'Error sending OTP'],
    [
      new HostFailure('forbidden', { code: 'NOT_AUTHORIZED' }),
      'This number is not authorized for Super Admin access',
    ],
    [
      new HostFailure('server', { code: 'SMS_BALANCE', message: 'Failed to send OTP. Top it up.' }),
      'Failed to send OTP. Top it up.',
    ],
    [
      new HostFailure('forbidden', {
        code: 'SMS_DEVELOPMENT',
        message: 'Failed to send OTP. Set it.',
      }),
      'Failed to send OTP. Set it.',
    ],
    [
      new HostFailure('tooMany', { code: 'TOO_MANY_ATTEMPTS', message: 'Try again in 9 minutes.' }),
      'Try again in 9 minutes.',
    ],
  ])('%s: %s', (error, text) => expect(sendProblem(error)).toBe(text))
})

describe('why an OTP did not elevate (§5.2)', () => {
  test.each([
    [new HostFailure('invalid', { code: 'WRONG_OTP', message: 'any' }), 'Incorrect OTP'],
    [
      new HostFailure('invalid', { code: 'OTP_EXPIRED', message: 'Send a new one.' }),
      'Send a new one.',
    ],
    [
      new HostFailure('unreachable'),
      'The server cannot be reached. Check the connection and try again.',
    ],
  ])('%s: %s', (error, text) => expect(verifyProblem(error)).toBe(text))

  test('the host may say how often it can still be tried', () => {
    const body = { error: { triesLeft: 3 } }
    expect(triesLeft(new HostFailure('invalid', { code: 'WRONG_OTP', body }))).toBe(3)
    expect(triesLeft(new HostFailure('invalid', { code: 'WRONG_OTP' }))).toBeNull()
    expect(triesLeft(null)).toBeNull()
  })
})
