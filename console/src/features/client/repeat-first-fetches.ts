import type { Query, QueryClient } from '@tanstack/preact-query'

/**
 * Fetches a query again if it was invalidated during its first fetch. Its answer may be older than the change, but TanStack
 * Query takes it as fresh. A later fetch is cancelled and repeated by TanStack Query itself.
 */
export function repeatFirstFetches(queryClient: QueryClient): void {
  const outdated = new WeakSet<Query>()
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    const { data, fetchStatus } = query.state
    if (action.type === 'invalidate' && data === undefined && fetchStatus === 'fetching')
      outdated.add(query)
    // a fetch after a failure begins after the change
    if (action.type === 'fetch') outdated.delete(query)
    if (action.type === 'success' && action.manual !== true && outdated.delete(query))
      queueMicrotask(
        () => void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }),
      )
  })
}
