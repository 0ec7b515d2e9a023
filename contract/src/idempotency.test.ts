import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { CALLS } from './calls.ts'
import { openApiDocument } from './openapi.ts'

/** The writes that take no Idempotency-Key, with the reason: their answers are not stored for a repeat. */
const NOT_IDEMPOTENT: Record<string, string> = {
  'POST /partners/{id}/reveal': 'the answer is a personal number, and each reveal is recorded',
  'POST /otp/sms': 'the answer can contain the OTP, and each SMS costs money',
  'POST /otp/verify': 'the answer is a grant',
  'POST /exports': 'the answer is a secret',
  'POST /exports/file': 'the secret works once',
  'POST /person-exports': 'the answer is a secret',
  'POST /person-exports/file': 'the secret works once',
  'POST /erasures': 'a second call has no effect',
  'POST /account/sessions/{id}/end': 'a second call has no effect',
  'POST /account/sessions/end-others': 'a second call has no effect',
  'POST /account/password': 'the hash of the request would contain passwords',
  'POST /administrators': 'a second call sends another link',
  'POST /administrators/{id}/disable': 'a second call has no effect',
  'POST /administrators/{id}/end-sessions': 'a second call has no effect',
  'POST /administrators/{id}/reset-factor': 'a second call has no effect',
  'POST /administrators/{id}/role': 'a second call has no effect',
  'PUT /presence': 'a second call has no effect',
  'DELETE /elevation': 'a second call has no effect',
  'POST /session/end': 'a second call has no effect',
  'POST /documents': 'sent by the marketplace’s applications, not by an administrator',
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword': 'the answer is a token',
  'POST /identitytoolkit.googleapis.com/v1/accounts:sendOobCode': 'called without a session',
  'POST /identitytoolkit.googleapis.com/v1/accounts:resetPassword': 'called without a session',
  'POST /identitytoolkit.googleapis.com/v1/accounts:lookup': 'changes nothing',
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize': 'the answer is a token',
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:start': 'the answer is a secret',
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:finalize':
    'the answer has recovery codes',
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:withdraw':
    'a second call has no effect',
  'POST /identitytoolkit.googleapis.com/v2/accounts/recoveryCodes:renew':
    'the answer has recovery codes',
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:start':
    'each challenge is used once',
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:finalize':
    'the answer is a token',
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeyEnrollment:start':
    'each challenge is used once',
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeyEnrollment:finalize':
    'the answer has recovery codes',
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeyConfirmation:start':
    'each challenge is used once',
  'POST /identitytoolkit.googleapis.com/v2/accounts/passkeys:rename': 'a second call has no effect',
  'POST /securetoken.googleapis.com/v1/token': 'the answer is a token',
}

const writes = Object.entries<Call>(CALLS).filter(([key]) => !key.startsWith('GET '))

test('every write takes an Idempotency-Key or has a reason not to', () => {
  const without = writes.filter(([, call]) => !call.idempotent).map(([key]) => key)
  expect(without.toSorted()).toEqual(Object.keys(NOT_IDEMPOTENT).toSorted())
})

test('the OpenAPI document shows the header and 422 for exactly the calls that take the key', () => {
  const { paths } = openApiDocument('1.2.3')
  for (const [key, call] of Object.entries<Call>(CALLS)) {
    const [method = '', path = ''] = key.split(' ')
    const operation = JSON.parse(JSON.stringify(paths[path]?.[method.toLowerCase()])) as {
      parameters: { name: string }[]
      responses: Record<string, unknown>
    }
    const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
    expect([key, takesKey, '422' in operation.responses]).toEqual([
      key,
      call.idempotent === true,
      call.idempotent === true,
    ])
  }
})
