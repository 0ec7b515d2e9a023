import { all, before, type Condition, from } from '../rule/condition.ts'
import { matches } from '../rule/matches.ts'
import type { BookingIndex } from './index-fields.ts'

/** A booking made this many whole days ahead, or fewer, does not expire (§4.4). */
export const MAX_LEAD_DAYS = 7

/** Begun before `now`, and booked more than 7 whole days ahead (§4.4). */
export function expiredBookings(now: number): Condition<BookingIndex> {
  return all(before('dateFrom', now), from('leadDays', MAX_LEAD_DAYS + 1))
}

export function isExpired(indexFields: BookingIndex, now: number): boolean {
  return matches(expiredBookings(now), indexFields)
}
