import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { CALLS } from './calls.ts'
import { openApiDocument } from './openapi.ts'

/** Writes that take no Idempotency-Key, and why: their answers are not kept, so no client repeats them by itself. */
const NOT_KEPT: Record<string, string> = {
  'POST /partners/{id}/reveal': 'the answer is a personal number, and each reveal is recorded',
  'POST /otp/sms': 'the answer may hold the OTP, and each SMS costs money',
  'POST /otp/verify': 'the answer is a grant',
  'POST /exports': 'the answer is a link that lets anybody read the list',
  'DELETE /elevation': 'ending Super Admin twice ends it once',
  'POST /session/end': 'signing out twice signs out once',
  'POST /documents': 'sent by the marketplace’s applications, which are no administrator',
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword': 'the answer is a token',
  'POST /identitytoolkit.googleapis.com/v1/accounts:sendOobCode': 'made before signing in',
  'POST /identitytoolkit.googleapis.com/v1/accounts:resetPassword': 'made before signing in',
  'POST /identitytoolkit.googleapis.com/v1/accounts:lookup': 'changes nothing',
  'POST /securetoken.googleapis.com/v1/token': 'the answer is a token',
}

const writes = Object.entries<Call>(CALLS).filter(([key]) => !key.startsWith('GET '))

test('every write takes an Idempotency-Key, or says why not', () => {
  const without = writes.filter(([, call]) => !call.idempotent).map(([key]) => key)
  expect(without.toSorted()).toEqual(Object.keys(NOT_KEPT).toSorted())
})

test('the header and 422 are on the OpenAPI page of every call that takes it, and of no other', () => {
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
