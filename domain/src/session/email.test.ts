import { describe, expect, test } from 'vitest'
import { isEmail, isStorableEmail } from './email.ts'

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

describe('an e-mail address that is stored', () => {
  test.each(['asha@mandap.example', "Asha.O'Rao+1@office", 'आशा@उदाहरण.भारत'])(
    'may be %s',
    (text) => {
      expect(isStorableEmail(text)).toBe(true)
    },
  )

  test.each([
    'asha,ravi@office',
    'asha;ravi@office',
    'asha<ravi@office',
    'asha>@office',
    '"asha"@office',
    'asha(rao)@office',
    'asha\\@office',
    'mailto:asha@office',
    'asha@[127.0.0.1]',
    'asha@office,home',
  ])('cannot be %s, which a person with an earlier account may still sign in with', (text) => {
    expect(isStorableEmail(text)).toBe(false)
    expect(isEmail(text)).toBe(true)
  })

  test.each(['', 'asha', 'asha@office\u200b'])('cannot be %j, which is no address', (text) => {
    expect(isStorableEmail(text)).toBe(false)
  })
})
