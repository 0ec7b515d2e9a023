import { describe, expect, test } from 'vitest'
import { MIN_PASSWORD_LENGTH, passwordProblem } from './password.ts'

const EMAIL = 'Asha.Rao@example.in'

describe('a new password', () => {
  test.each([
    '',
    'eleven-char',
    '🌼'.repeat(MIN_PASSWORD_LENGTH - 1),
    'e\u0301'.repeat(MIN_PASSWORD_LENGTH - 1),
    'ﷺ'.repeat(MIN_PASSWORD_LENGTH - 1),
  ])('%j is too short', (password) => {
    expect(passwordProblem(password, EMAIL)).toBe('short')
  })

  test.each([
    EMAIL,
    'asha.rao@EXAMPLE.in',
    'asha-rao-2026',
    'AshaRaoAshaRao',
    'Mandap@123456',
    'mandap mandap',
    'ｍａｎｄａｐ－２０２６－!',
  ])('%j is a name with digits and signs', (password) => {
    expect(passwordProblem(password, EMAIL)).toBe('name')
  })

  test.each([
    'three quiet elephants',
    'namaste-mandap',
    'asha rao plays veena',
    '🌼'.repeat(MIN_PASSWORD_LENGTH),
    '984213070655',
  ])('%j is accepted', (password) => {
    expect(passwordProblem(password, EMAIL)).toBeNull()
  })

  test('may be a name if the address has no letters', () => {
    expect(passwordProblem('three quiet elephants', '42@1.23')).toBeNull()
  })
})
