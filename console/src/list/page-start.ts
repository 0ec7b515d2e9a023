import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Page } from './page.ts'

/** Rows of a list that are fetched at once. */
export const PAGE_SIZE = 50

/** Where a page of a list begins: after the page before it, else by the rows to skip. */
export function pageStart(client: QueryClient, key: (at: number) => QueryKey, page: number) {
  const state = (at: number) => client.getQueryState<Page<unknown>>(key(at))
  const before = state(page - 1)
  // A cursor leaves no gap, as long as the page before stays: pages that are fetched again fit together
  // only by the number of rows to skip.
  const goesOn = before?.isInvalidated === false && state(page)?.data === undefined
  const after = goesOn ? before.data?.next : null
  return after ? { after } : { skip: page * PAGE_SIZE }
}
