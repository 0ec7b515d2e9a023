import { expect, test } from 'vitest'
import { isRole, ROLE_NAMES } from './role.ts'

test.each(ROLE_NAMES)('%j is a role', (name) => {
  expect(isRole(name)).toBe(true)
})

test.each([[['viewer']], ['Viewer'], ['toString'], [''], [null], [undefined]])(
  '%j is no role',
  (value) => {
    expect(isRole(value)).toBe(false)
  },
)
