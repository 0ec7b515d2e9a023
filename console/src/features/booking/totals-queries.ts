import type { Client } from '@mandap/client/client.ts'
import { encodeToday } from '@mandap/contract/codec/today.ts'
import type { Totals } from '@mandap/domain/booking/totals.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import { queryOptions } from '@tanstack/preact-query'

/** Returns the query of a user's booking count, in all and in each group (§2.11). */
export function userBookingCounts(client: Client, userId: string, today: Today) {
  return queryOptions({
    queryKey: ['bookings', 'counts of user', userId, today],
    queryFn: async ({ signal }) => {
      const request = { params: { id: userId }, query: encodeToday(today) }
      return (await client.call('GET /user/{id}/booking-counts', request, { signal })).data
    },
  })
}

/** Returns the query of the totals of all bookings (§2.11). */
export function bookingTotals(client: Client, today: Today) {
  return queryOptions({
    queryKey: ['bookings', 'totals', today],
    queryFn: async ({ signal }): Promise<Totals> => {
      const { data } = await client.call('GET /totals', { query: encodeToday(today) }, { signal })
      const months = data.months.map((month) => ({ ...month, revenue: BigInt(month.revenue) }))
      return { ...data, revenue: BigInt(data.revenue), months }
    },
    // structural sharing compares JSON, which has no bigint
    structuralSharing: false,
  })
}
