import { expect, test } from 'vitest'
import { telOf } from './contact.tsx'

test.each([
  ['98765 01234', 'tel:9876501234'],
  ['+91 98765-01234', 'tel:+919876501234'],
  ['(022) 2345 6789', 'tel:02223456789'],
  ['022/23456789', 'tel:02223456789'],
  ['98765 01234, 98765 01235', 'tel:9876501234'],
  ['+91 98765 01234 / +91 98765 01235', 'tel:+919876501234'],
  ['022 / 2345 6789, 98765 01234', 'tel:23456789'],
  ['+999 999 999 999 999', 'tel:+999999999999999'],
  ['Not known', null],
  ['', null],
])('the number %j is called at %j', (number, address) => {
  expect(telOf(number)).toBe(address)
})
