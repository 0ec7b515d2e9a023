import { queryOptions } from '@tanstack/react-query'
import type { Host } from '../host.ts'

/** The counts of the dashboard (§2.4). */
export function dashboardSummary(host: Host) {
  return queryOptions({
    queryKey: ['summary'],
    queryFn: ({ signal }) => host.summary(signal),
  })
}
