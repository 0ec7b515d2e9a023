import { all, before, type Condition, from } from '../rule/condition.ts'
import { matches } from '../rule/matches.ts'
import { DAY } from '../time/days.ts'
import type { BookingIndex } from './index-fields.ts'

/** A booking made at most this many whole days before the event does not expire (§4.4). */
export const MAX_LEAD_DAYS = 7

const MIN_EXPIRABLE_LEAD_DAYS = MAX_LEAD_DAYS + 1

/** Selects events that began before `now` and were booked more than 7 whole days before they began (§4.4). */
export function expiredBookings(now: number): Condition<BookingIndex> {
  return all(before('dateFrom', now), from('leadDays', MIN_EXPIRABLE_LEAD_DAYS))
}

/** Returns the instant before which every booking was made that is expired at `now`. Both are in milliseconds. */
export function expiredBookedBefore(now: number): number {
  return now - MIN_EXPIRABLE_LEAD_DAYS * DAY
}

export function isExpired(indexFields: BookingIndex, now: number): boolean {
  return matches(expiredBookings(now), indexFields)
}
