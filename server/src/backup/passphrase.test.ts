import { expect, test } from 'vitest'
import { checkedPassphrase } from './passphrase.ts'

test('a typed passphrase has 12 characters or more, counted as those of BACKUP_PASSPHRASE', () => {
  expect(checkedPassphrase('twelve signs')).toBe('twelve signs')
  // twelve UTF-16 units
  expect(() => checkedPassphrase('🌼🌼🌼🌼🌼🌼')).toThrow(
    'The passphrase must be 12 characters or longer.',
  )
})
