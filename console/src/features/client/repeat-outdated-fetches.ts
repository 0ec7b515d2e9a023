import type { Query, QueryClient } from '@tanstack/preact-query'

/**
 * Fetches a query again if it was invalidated during a fetch that TanStack Query does not cancel: the first one, and one
 * while no screen shows the query, which is then fetched when it is next shown. The answer may be older than the change,
 * but TanStack Query takes it as fresh.
 */
export function repeatOutdatedFetches(queryClient: QueryClient): void {
  const outdated = new WeakMap<Query, Query['promise']>()
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    const { data, isInvalidated } = query.state
    const isCancelled = data !== undefined && query.isActive()
    // of an invalidated query, no further invalidation would be reported; its age makes it as stale
    if (action.type === 'fetch' && isInvalidated && !isCancelled)
      query.setState({ isInvalidated: false, dataUpdatedAt: 0 })
    // a fetch that replaces a cancelled or failed one begins after the change, and has another promise
    if (action.type === 'invalidate') outdated.set(query, query.promise)
    if (action.type !== 'success' || action.manual === true) return
    if (outdated.get(query) === query.promise)
      queueMicrotask(
        () => void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }),
      )
  })
}
