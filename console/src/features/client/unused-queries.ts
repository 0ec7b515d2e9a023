import type { Query, QueryCache } from '@tanstack/preact-query'

/** The number of answers that are kept for screens that are not open, such as those that Back returns to. */
export const MAX_UNUSED_QUERIES = 40

/** Removes the answers that were used longest ago, so that the memory of a page that is open all day stays bounded. */
export function limitUnusedQueries(cache: QueryCache): void {
  // in the order of their last use
  const unused = new Set<Query>()
  cache.subscribe(({ type, query }) => {
    if (type === 'removed' || type === 'observerAdded') unused.delete(query)
    if (type !== 'added' && type !== 'observerRemoved') return
    // its caller removes it
    if (query.options.gcTime === Number.POSITIVE_INFINITY) return
    // a query that was removed while a screen showed it is not in the cache when the screen closes
    if (query.getObserversCount() > 0 || cache.get(query.queryHash) !== query) return
    unused.delete(query)
    unused.add(query)
    for (const oldest of unused) {
      if (unused.size <= MAX_UNUSED_QUERIES) break
      // a query that is being fetched was just asked for
      if (oldest.state.fetchStatus === 'idle' && oldest !== query) cache.remove(oldest)
    }
  })
}
