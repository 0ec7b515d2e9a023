import { all, before, type Condition, equals, from, not } from '../rule/condition.ts'
import { daySpan, type Today } from '../time/days.ts'
import type { BookingIndex } from './index-fields.ts'

/**
 * Selects confirmed events whose last day is before today (§2.5). If `dateTo` is before `dateFrom`, the event
 * is upcoming until the day of `dateFrom`.
 */
export function endedBookings(today: Today): Condition<BookingIndex> {
  const { start, end } = daySpan(today)
  return all(equals('phase', 'confirmed'), before('dateTo', start), not(from('dateFrom', end)))
}
