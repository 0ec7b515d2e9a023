import type { InfiniteData, Query } from '@tanstack/preact-query'

const HOVERED = '[data-newest-first]:hover'

/** Pages of the audit log that are fetched again while a person reads below the first ones. */
const MAX_FETCHED_AGAIN = 3

/**
 * Returns whether entries of the audit log must wait. They are added at its top, and must not move it under the pointer. All of
 * its pages are fetched again for them, which must end before it begins once more, and is not done for a person who
 * reads far below.
 */
export function isHeld({ queryKey: [noun, what], state }: Query): boolean {
  if (noun !== 'activity' || what !== 'listed') return false
  const { pages = [] } = (state.data ?? {}) as Partial<InfiniteData<unknown>>
  const isReadBelow = pages.length > MAX_FETCHED_AGAIN && window.scrollY > window.innerHeight
  return isReadBelow || state.fetchStatus === 'fetching' || document.querySelector(HOVERED) !== null
}
