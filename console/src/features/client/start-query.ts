import {
  type FetchInfiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/preact-query'
import { useState } from 'preact/compat'

/**
 * Fetches a query that was never fetched. Call it while a screen renders: `useQuery` fetches in an effect, which runs only
 * after the next frame. Returns whether it started the fetch.
 */
export function startQuery<Data, Shown, Key extends QueryKey>(
  client: QueryClient,
  { queryKey, queryFn, enabled, gcTime }: UseQueryOptions<Data, Error, Shown, Key>,
): boolean {
  if (enabled === false || typeof queryFn !== 'function') return false
  if (client.getQueryState(queryKey) !== undefined) return false
  void client.prefetchQuery({ queryKey, queryFn, ...(gcTime !== undefined && { gcTime }) })
  return true
}

/** Like `useQuery`, but starts the first fetch while the component renders, which is a frame earlier. */
export function useStartedQuery<Data, Shown, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Shown, Key>,
): UseQueryResult<Shown> {
  const isStarted = startQuery(useQueryClient(), query)
  const [wasStarted] = useState(isStarted)
  // otherwise the effect of the first render would fetch again what failed before it
  return useQuery({ ...query, retryOnMount: !wasStarted })
}

/** The same as `startQuery` for a query of pages. */
export function startInfiniteQuery<Page, Key extends QueryKey, Position>(
  client: QueryClient,
  query: FetchInfiniteQueryOptions<Page, Error, Page, Key, Position> & { enabled?: unknown },
): boolean {
  if (query.enabled === false || client.getQueryState(query.queryKey) !== undefined) return false
  void client.prefetchInfiniteQuery(query)
  return true
}
