import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { type BookingGroup, bookingsInGroup } from '@mandap/domain/booking/group.ts'
import {
  type Totals,
  totalsOf,
  type UserBookingCounts,
  userBookingCounts,
} from '@mandap/domain/booking/totals.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import { matches } from '@mandap/domain/rule/matches.ts'

/** Computes the totals of all bookings when they are first read. */
export interface BookingTotals {
  totals(today: Today): Totals
  /** Counts the bookings of a user, all and by group. */
  countsOfUser(userId: string, today: Today): UserBookingCounts
  /** Returns the ids of the users with a booking in a group. */
  usersWith(group: BookingGroup, today: Today): ReadonlySet<string>
  /** Discards the computed totals after bookings have changed. */
  clear(): void
}

export function bookingTotals(indexFields: readonly BookingIndex[]): BookingTotals {
  const known = new Map<string, unknown>()
  let byUser: Map<string, BookingIndex[]> | null = null

  function once<V>(key: unknown[], make: () => V): V {
    const name = JSON.stringify(key)
    if (!known.has(name)) known.set(name, make())
    return known.get(name) as V
  }

  return {
    totals: (today) => once(['totals', today], () => totalsOf(indexFields, today)),

    countsOfUser(userId, today) {
      byUser ??= Map.groupBy(indexFields, (value) => value.userId)
      // a booking without a user has no id of one (§2.11)
      return userBookingCounts((userId !== '' && byUser.get(userId)) || [], today)
    },

    usersWith: (group, today) =>
      once(['users', group, today], () => {
        const rule = bookingsInGroup(group, today)
        return new Set(
          indexFields
            .filter((value) => value.userId !== '' && matches(rule, value))
            .map(({ userId }) => userId),
        )
      }),

    clear() {
      known.clear()
      byUser = null
    },
  }
}
