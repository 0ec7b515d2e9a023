import type { BookingIndex } from './index-fields.ts'
import type { BookingSort } from './filter.ts'

type Placed = Pick<BookingIndex, 'bookedAt' | 'id'>

/** Orders by booking time, ties by id; newest first unless asked otherwise (§2.5). */
export function byBookingTime(sort: BookingSort = 'newest'): (a: Placed, b: Placed) => number {
  return sort === 'oldest' ? oldestFirst : (a, b) => oldestFirst(b, a)
}

function oldestFirst(a: Placed, b: Placed): number {
  return a.bookedAt - b.bookedAt || (a.id === b.id ? 0 : a.id < b.id ? -1 : 1)
}
