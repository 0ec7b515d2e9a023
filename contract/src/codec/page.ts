import { QueryError } from './query-error.ts'
import type { Query } from './query.ts'

/** Which part of a list: after the `next` of the page before, or `skip` rows down, or the first. */
export interface PageRequest {
  limit: number
  skip?: number | undefined
  after?: string | undefined
}

type PageQuery = Query<PageRequest>

/** Records of a page where the query does not say. */
export const DEFAULT_LIMIT = 50

/** Returns the parameters of a page; a cursor wins over a number of rows to skip. */
export function encodePageRequest({ limit, skip, after }: PageRequest): PageQuery {
  return after === undefined ? { limit, skip: skip || undefined } : { limit, after }
}

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
