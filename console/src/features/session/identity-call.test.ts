import { ApiError } from '@mandap/client/api-error.ts'
import { expect, test } from 'vitest'
import { refusalOf } from './identity-call.ts'

const refused = (message: string, status = 400) =>
  new ApiError('invalid', { status, message, body: { error: { message } } })

test.each([
  ['EXPIRED_OOB_CODE', { code: 'EXPIRED_OOB_CODE', sentence: undefined }],
  ['WEAK_PASSWORD : Use more.', { code: 'WEAK_PASSWORD', sentence: 'Use more.' }],
  ['API key not valid. Please pass a valid API key.', { code: 'API_KEY' }],
  ['The request is missing a valid API key.', { code: 'API_KEY' }],
])('reads the code and the sentence of the refusal "%s"', (message, refusal) => {
  expect(refusalOf(refused(message))).toMatchObject(refusal)
})

test('reads the seconds after which a refused call may be repeated', () => {
  const message = 'TOO_MANY_ATTEMPTS_TRY_LATER'
  const error = new ApiError('invalid', { status: 400, message, retryAfter: 421, body: {} })
  expect(refusalOf(error)).toMatchObject({ code: message, retryAfter: 421 })
})

test.each([
  ['no answer', new ApiError('unreachable'), 'unreachable'],
  ['no answer in time', new ApiError('timeout'), 'unreachable'],
  ['an answer that is not JSON', new ApiError('malformed'), 'broken'],
  ['a failure of the service', refused('INTERNAL_ERROR', 500), 'broken'],
  ['the page of a proxy', new ApiError('forbidden', { status: 403, body: null }), 'broken'],
  ['an error of the console', new TypeError('fetch'), 'unreachable'],
])('tells %s from a refusal', (_, error, failure) => {
  expect(refusalOf(error)).toBe(failure)
})
