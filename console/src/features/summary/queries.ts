import type { Client } from '@mandap/client/client.ts'
import { queryOptions } from '@tanstack/preact-query'

/** Returns the query of the dashboard's counts (§2.4). */
export function dashboardSummary(client: Client) {
  return queryOptions({
    queryKey: ['summary'],
    queryFn: ({ signal }) => client.call('GET /summary', {}, { signal }),
  })
}
