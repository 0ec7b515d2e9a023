import { USED_CODE } from '@mandap/domain/session/second-factor.ts'
import { expect, test } from 'vitest'
import { newWorkload } from '../metrics/workload.ts'
import { IdentityError } from './identity-error.ts'
import { countSignIn } from './sign-in-outcome.ts'

test.each([
  ['INVALID_CODE', 'wrongSecondFactor'],
  [`INVALID_CODE : ${USED_CODE}`, 'wrongSecondFactor'],
  ['INVALID_PASSKEY', 'wrongSecondFactor'],
  ['PASSKEY_NOT_FOUND', 'wrongSecondFactor'],
  ['PASSKEY_EXPIRED', 'invalid'],
  ['USER_DISABLED', 'disabled'],
] as const)('counts a sign-in that ends with %s as %s', async (code, outcome) => {
  const workload = newWorkload()
  await expect(
    countSignIn(workload, () => Promise.reject(new IdentityError(code))),
  ).rejects.toThrow(code)
  expect(workload.signIns[outcome]).toBe(1)
})
