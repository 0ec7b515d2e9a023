import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { type BookingGroup, bookingsInGroup } from '@mandap/domain/booking/group.ts'
import {
  type GroupCounts,
  groupCounts,
  type Totals,
  totalsOf,
} from '@mandap/domain/booking/totals.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import { matches } from '@mandap/domain/rule/matches.ts'

/** What whole lists of bookings come to, worked out when first asked for. */
export interface BookingTotals {
  totals(today: Today): Totals
  /** Of one user's bookings, how many each group has. */
  countsOfUser(userId: string, today: Today): GroupCounts
  /** The ids of the users who have a booking in a group. */
  usersWith(group: BookingGroup, today: Today): ReadonlySet<string>
  /** Forgets it all, for bookings have changed. */
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
      return groupCounts(byUser.get(userId) ?? [], today)
    },

    usersWith: (group, today) =>
      once(['users', group, today], () => {
        const rule = bookingsInGroup(group, today)
        return new Set(
          indexFields.filter((value) => matches(rule, value)).map(({ userId }) => userId),
        )
      }),

    clear() {
      known.clear()
      byUser = null
    },
  }
}
