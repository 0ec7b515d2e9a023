import { DEFAULT_LIMIT } from '../limits.ts'
import type { PageQuery, PageRequest } from './page.ts'
import { QueryError } from './query-error.ts'

/** Reads the page that a query requests. Throws a `QueryError` if it has both a cursor and a skip. */
export function decodePageRequest({ limit = DEFAULT_LIMIT, skip, after }: PageQuery): PageRequest {
  if (after !== undefined && skip !== undefined)
    throw new QueryError('skip', 'Send skip or after, not both.')
  return { limit, skip, after }
}

/** Returns whether a query has no parameter. Then it requests the whole list of §7, otherwise a page. */
export function isWholeList(query: Readonly<Record<string, unknown>>): boolean {
  return Object.values(query).every((value) => value === undefined)
}
