import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Page } from '../host.ts'

/** Rows of a list that are fetched at once. */
export const PAGE_SIZE = 50

/** Where a list's block `block` begins, for a request: after the block before it, else by its place. */
export function pageStart(client: QueryClient, key: (at: number) => QueryKey, page: number) {
  const state = (at: number) => client.getQueryState<Page<unknown>>(key(at))
  const before = state(page - 1)
  // Going on where the block before ends leaves no gap, as long as that one stays: when blocks
  // are fetched again, each by its place, they fit together as the list now is.
  const goesOn = before?.isInvalidated === false && state(page)?.data === undefined
  const after = goesOn ? before.data?.next : null
  return after ? { after } : { skip: page * PAGE_SIZE }
}
