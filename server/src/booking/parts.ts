import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { all, any, type Condition, equals, not } from '@mandap/domain/rule/condition.ts'

type Bookings = Condition<BookingIndex>

/** Returns disjoint conditions that together select what `condition` selects, so that an index serves each of them. */
export function disjointParts(condition: Bookings): Bookings[] {
  if (condition.kind === 'isOneOf' && condition.field === 'phase')
    return condition.values.map((phase) => equals('phase', phase as BookingIndex['phase']))
  const of = alternatives(condition)
  if (of.length < 2) return [condition]
  return of.map((one, at) => (at === 0 ? one : all(one, not(any(...of.slice(0, at))))))
}

function alternatives(condition: Bookings): Bookings[] {
  return condition.kind === 'any' ? condition.of.flatMap(alternatives) : [condition]
}
