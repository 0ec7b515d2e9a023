import type { InfiniteData, Query } from '@tanstack/preact-query'
import { listedIn } from '../client/query-keys.ts'

const HOVERED = '[data-newest-first]:hover'

/** Maximum number of pages of the log that are fetched again while a person reads far below its top. */
const MAX_FETCHED_AGAIN = 3

/**
 * Returns whether new entries of the audit log must wait. They are added at its top, and must not move it under the pointer.
 * For them, all pages of the log are fetched again, so they also wait for a fetch that has not ended, and for a person who
 * reads far below the top.
 */
export function isHeld({ queryKey, state }: Query): boolean {
  if (queryKey[0] !== 'activity' || listedIn(queryKey) === null) return false
  const { pages = [] } = (state.data ?? {}) as Partial<InfiniteData<unknown>>
  const isReadBelow = pages.length > MAX_FETCHED_AGAIN && window.scrollY > window.innerHeight
  return isReadBelow || state.fetchStatus === 'fetching' || document.querySelector(HOVERED) !== null
}
