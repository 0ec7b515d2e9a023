import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/preact-query'

/**
 * Fetches a query that was never fetched. Call it while a screen renders: `useQuery` fetches in an effect, which runs only
 * after the next frame.
 */
export function startQuery<Data, Shown, Key extends QueryKey>(
  client: QueryClient,
  { queryKey, queryFn, enabled }: UseQueryOptions<Data, Error, Shown, Key>,
): void {
  if (enabled === false || typeof queryFn !== 'function') return
  if (client.getQueryState(queryKey) === undefined) void client.prefetchQuery({ queryKey, queryFn })
}
