import { describe, expect, test } from 'vitest'
import { gstTotal, isGuest, planBadge } from './plan.ts'

const services = (count: number) => Array.from({ length: count }, (_, index) => `Service ${index}`)

describe('the GST total is the base price times the number of selected services (§2.13, §9)', () => {
  test.each([
    ['PLAN130000', 0, 0],
    ['PLAN130000', 1, 130_000],
    ['PLAN130000', 3, 390_000],
    ['PLAN70000', 1, 70_000],
    ['PLAN70000', 2, 140_000],
    ['PLAN82600', 1, 82_600],
    ['PLAN82600', 3, 247_800],
    ['PLAN154300', 1, 154_300],
    ['PLAN154300', 2, 308_600],
    ['Guest', 2, null],
    ['', 2, null],
    ['plan70000', 2, null],
    ['toString', 2, null],
  ])('%s with %i services: %j', (companyEmail, count, total) => {
    expect(gstTotal({ companyEmail, servicesSelected: services(count) })).toBe(total)
  })
})

test('a companyEmail of Guest, PLAN82600 or PLAN154300 shows a badge with that value (§2.8)', () => {
  const values = ['Guest', 'PLAN82600', 'PLAN154300', 'PLAN70000', 'PLAN130000', 'a@b.example', '']
  expect(values.map((companyEmail) => planBadge({ companyEmail }))).toEqual([
    'Guest',
    'PLAN82600',
    'PLAN154300',
    null,
    null,
    null,
    null,
  ])
})

test('a companyEmail of Guest marks a guest (§3)', () => {
  expect(['Guest', 'guest', ''].map((companyEmail) => isGuest({ companyEmail }))).toEqual([
    true,
    false,
    false,
  ])
})
