import { all, before, type Condition, equals, from, not } from '../rule/condition.ts'
import { daySpan, type Today } from '../time/days.ts'
import type { BookingIndex } from './index-fields.ts'

/**
 * The confirmed events whose last day is before today: they were not completed, and no tab lists them
 * (§4.3). An event that ends before it begins is upcoming until its first day.
 */
export function endedBookings(today: Today): Condition<BookingIndex> {
  const { start, end } = daySpan(today)
  return all(equals('phase', 'confirmed'), before('dateTo', start), not(from('dateFrom', end)))
}
