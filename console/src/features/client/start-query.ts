import type {
  FetchInfiniteQueryOptions,
  QueryClient,
  QueryKey,
  UseQueryOptions,
} from '@tanstack/preact-query'

/**
 * Fetches a query that was never fetched. Call it while a screen renders: `useQuery` fetches in an effect, which runs only
 * after the next frame. Returns whether it started the fetch.
 */
export function startQuery<Data, Shown, Key extends QueryKey>(
  client: QueryClient,
  { queryKey, queryFn, enabled }: UseQueryOptions<Data, Error, Shown, Key>,
): boolean {
  if (enabled === false || typeof queryFn !== 'function') return false
  if (client.getQueryState(queryKey) !== undefined) return false
  void client.prefetchQuery({ queryKey, queryFn })
  return true
}

/** The same for a query of pages. */
export function startInfiniteQuery<Page, Key extends QueryKey, Position>(
  client: QueryClient,
  query: FetchInfiniteQueryOptions<Page, Error, Page, Key, Position> & { enabled?: unknown },
): boolean {
  if (query.enabled === false || client.getQueryState(query.queryKey) !== undefined) return false
  void client.prefetchInfiniteQuery(query)
  return true
}
