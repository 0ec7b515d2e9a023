import { all, before, type Condition, from } from '../rule/condition.ts'
import { matches } from '../rule/matches.ts'
import type { BookingIndex } from './index-fields.ts'

/** A booking made at most this many whole days before the event does not expire (§4.4). */
export const MAX_LEAD_DAYS = 7

/** Selects events that began before `now` and were booked more than 7 whole days before they began (§4.4). */
export function expiredBookings(now: number): Condition<BookingIndex> {
  return all(before('dateFrom', now), from('leadDays', MAX_LEAD_DAYS + 1))
}

export function isExpired(indexFields: BookingIndex, now: number): boolean {
  return matches(expiredBookings(now), indexFields)
}
