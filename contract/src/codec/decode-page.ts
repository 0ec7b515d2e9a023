import { DEFAULT_LIMIT, type PageQuery, type PageRequest } from './page.ts'
import { QueryError } from './query-error.ts'

/** Reads the page that a query asks for. Throws a `QueryError` for both a cursor and a skip. */
export function decodePageRequest({ limit = DEFAULT_LIMIT, skip, after }: PageQuery): PageRequest {
  if (after !== undefined && skip !== undefined)
    throw new QueryError('skip', 'Send skip or after, not both.')
  return { limit, skip, after }
}

/** Whether a query asks for a page; otherwise it asks for the whole list of §7. */
export function hasPageRequest({ limit, skip, after }: PageQuery): boolean {
  return limit !== undefined || skip !== undefined || after !== undefined
}
