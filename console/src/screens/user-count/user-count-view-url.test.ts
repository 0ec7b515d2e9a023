import { expect, test } from 'vitest'
import { searchOfUserCountView, userCountViewFrom } from './user-count-view-url.ts'

test.each([
  '',
  '?search=kavya+nair',
  '?search=%E0%A4%86%26&has=upcoming',
  '?has=pending&user=u1&group=cancelled',
  '?user=u1',
  '?user=u1&group=all',
  '?search=kavya&user=u1&group=pending&found=u1',
  '?search=kavya&found=u1',
])('keeps a query string unchanged after reading and writing: %j', (address) => {
  expect(searchOfUserCountView(userCountViewFrom(new URLSearchParams(address)))).toBe(address)
})

test('ignores unknown values, and a tab without a user', () => {
  expect(
    searchOfUserCountView(
      userCountViewFrom(new URLSearchParams('?has=toString&group=pending&search=+')),
    ),
  ).toBe('')
})
