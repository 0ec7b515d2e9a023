import { aBooking } from '@mandap/domain/testing/builders.ts'
import { isLocalDate } from '@mandap/domain/time/days.ts'
import { expect, test } from 'vitest'
import { daysOf } from './on-days.ts'

test.each([
  ['2026-12-05T12:00:00Z', '9999-12-30T12:00:00Z', ['2026-12-05', '8999-12-31']],
  ['0026-12-05T12:00:00Z', null, ['1000-01-01', '1000-01-01']],
  ['2026-12-05T12:00:00Z', '2026-12-06T12:00:00Z', ['2026-12-05', '2026-12-06']],
])('asks for days that a host accepts, from %s to %s', (dateFrom, dateTo, days) => {
  const requested = daysOf(aBooking({ status: 'confirmEvent', dateFrom, dateTo }), ['p1', ''])
  expect(requested).toMatchObject({ firstDay: days[0], lastDay: days[1], partnerIds: ['p1'] })
  expect([requested?.firstDay, requested?.lastDay].every((day = '') => isLocalDate(day))).toBe(true)
})
