import { expect, test } from 'vitest'
import { searchOf, viewFrom } from './view.ts'

test.each([
  '',
  '?search=kavya+nair',
  '?search=%E0%A4%86%26&has=upcoming',
  '?has=pending&user=u1&group=cancelled',
  '?user=u1',
])('an address comes back as it was: %j', (address) => {
  expect(searchOf(viewFrom(new URLSearchParams(address)))).toBe(address)
})

test('what is not known, and a tab of nobody, are left out', () => {
  expect(searchOf(viewFrom(new URLSearchParams('?has=toString&group=pending&search=+')))).toBe('')
})
