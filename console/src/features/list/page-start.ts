import type { QueryClient, QueryKey } from '@tanstack/preact-query'
import type { Page } from './page.ts'

/** The number of rows that one request fetches. */
export const PAGE_SIZE = 50

/** Returns where a page of a list begins: the cursor of the previous page, or else the number of rows to skip. */
export function pageStart(client: QueryClient, key: (at: number) => QueryKey, page: number) {
  const state = (at: number) => client.getQueryState<Page<unknown>>(key(at))
  const before = state(page - 1)
  // Cursors are consistent only while the previous page stays. Pages that are fetched again fit together only
  // with the number of rows to skip.
  const goesOn = before?.isInvalidated === false && state(page)?.data === undefined
  const after = goesOn ? before.data?.next : null
  return after ? { after } : { skip: page * PAGE_SIZE }
}
