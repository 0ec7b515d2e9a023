import { DEFAULT_LIMIT } from '../limits.ts'
import type { PageQuery, PageRequest } from './page.ts'
import { QueryError } from './query-error.ts'

/** Reads the page that a query requests. Throws a `QueryError` if it has both a cursor and a skip. */
export function decodePageRequest({ limit = DEFAULT_LIMIT, skip, after }: PageQuery): PageRequest {
  if (after !== undefined && skip !== undefined)
    throw new QueryError('skip', 'Send skip or after, not both.')
  return { limit, skip, after }
}

/** Returns whether a query requests a page. Otherwise it requests the whole list of §7. */
export function hasPageRequest({ limit, skip, after }: PageQuery): boolean {
  return limit !== undefined || skip !== undefined || after !== undefined
}
