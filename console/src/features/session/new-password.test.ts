import { expect, test } from 'vitest'
import { newPasswordErrors } from './new-password.ts'

test.each([
  ['', 'No characters so far: use at least 12.'],
  ['a', '1 character so far: use at least 12.'],
  ['short', '5 characters so far: use at least 12.'],
])('the password %j is too short: %s', (password, says) => {
  expect(newPasswordErrors(password, password, 'asha@example.in')).toEqual({ password: says })
})
