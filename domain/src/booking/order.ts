import { byCodePoint } from '../text/code-point-order.ts'
import type { BookingIndex } from './index-fields.ts'
import { type BookingSort, DEFAULT_BOOKING_SORT } from './filter.ts'

type SortKey = Pick<BookingIndex, 'bookedAt' | 'id'>

/** Returns a comparison by booking time, then by id (§2.5). */
export function byBookingTime(
  sort: BookingSort = DEFAULT_BOOKING_SORT,
): (a: SortKey, b: SortKey) => number {
  return sort === 'oldest' ? oldestFirst : (a, b) => oldestFirst(b, a)
}

function oldestFirst(a: SortKey, b: SortKey): number {
  return a.bookedAt - b.bookedAt || byCodePoint(a.id, b.id)
}
