import { expect, test } from 'vitest'
import { emailProblem } from './validation.ts'

test.each([
  'asha@mandap.example',
  ' asha@mandap.example ',
  '\u202aasha@mandap.example\u200b',
  'asha@office',
])('accepts the address of an administrator: %j', (email) => {
  expect(emailProblem(email)).toBeUndefined()
})

test.each(['asha', 'asha@', '@mandap.example', 'asha rao@mandap.example'])(
  'refuses %j with an example (§5.3)',
  (email) => {
    expect(emailProblem(email)).toBe('Enter an email address such as name@example.com.')
  },
)

test('requires an address', () => {
  expect(emailProblem(' ')).toBe('Enter your email.')
})
