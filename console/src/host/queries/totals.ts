import type { Today } from '@mandap/domain/time/days.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Host } from '../host.ts'

/** What all bookings come to (§2.11). */
export function bookingTotals(host: Host, today: Today) {
  return queryOptions({
    queryKey: ['bookings', 'totals', today],
    queryFn: ({ signal }) => host.totals(today, signal),
    // sums of bigints cannot be compared as JSON
    structuralSharing: false,
  })
}
