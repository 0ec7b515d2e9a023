import { aBooking } from '@mandap/domain/testing/builders.ts'
import { isLocalDate } from '@mandap/domain/time/days.ts'
import { expect, test } from 'vitest'
import { daysOf } from './on-days.ts'

const local = (year: number, day: number) =>
  new Date(new Date(2026, 11, day, 12).setFullYear(year)).toISOString()

test.each([
  [local(2026, 5), local(9999, 30), ['2026-12-05', '8999-12-31']],
  [local(26, 5), null, ['1000-01-01', '1000-01-01']],
  [local(2026, 5), local(2026, 6), ['2026-12-05', '2026-12-06']],
])('asks for days that a host accepts, from %s to %s', (dateFrom, dateTo, days) => {
  const requested = daysOf(aBooking({ status: 'confirmEvent', dateFrom, dateTo }), ['p1', ''])
  expect(requested).toMatchObject({ firstDay: days[0], lastDay: days[1], partnerIds: ['p1'] })
  expect([requested?.firstDay, requested?.lastDay].every((day = '') => isLocalDate(day))).toBe(true)
})
