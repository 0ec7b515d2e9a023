import { describe, expect, test } from 'vitest'
import { isEmail } from './email.ts'

describe('the e-mail address of an administrator', () => {
  test.each(['asha@mandap.example', 'Asha.Rao+1@office', 'आशा@उदाहरण.भारत'])(
    'accepts %s',
    (text) => {
      expect(isEmail(text)).toBe(true)
    },
  )

  test.each(['', 'asha', '@office', 'asha@', 'asha@b@c', 'asha rao@office', 'asha@office\n'])(
    'refuses %j',
    (text) => {
      expect(isEmail(text)).toBe(false)
    },
  )

  test.each(['asha@office\u200b', '\u202easha@office', 'as\u00adha@office', 'asha\0@office'])(
    'refuses the invisible character of %j',
    (text) => {
      expect(isEmail(text)).toBe(false)
    },
  )

  test('has at most 254 bytes', () => {
    expect(isEmail(`${'a'.repeat(252)}@b`)).toBe(true)
    expect(isEmail(`${'a'.repeat(253)}@b`)).toBe(false)
    expect(isEmail(`${'अ'.repeat(84)}@b`)).toBe(true)
    expect(isEmail(`${'अ'.repeat(85)}@b`)).toBe(false)
  })
})
