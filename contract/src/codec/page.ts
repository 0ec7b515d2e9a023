import type { Query } from './query.ts'

/** A page of a list: after the `next` of the previous page, after `skip` records, or the first one. */
export interface PageRequest {
  limit: number
  skip?: number | undefined
  after?: string | undefined
}

/** The parameters of a page. */
export type PageQuery = Query<PageRequest>

/** Returns the parameters of a page. A cursor takes precedence over a number of records to skip. */
export function encodePageRequest({ limit, skip, after }: PageRequest): PageQuery {
  return after === undefined ? { limit, skip: skip || undefined } : { limit, after }
}
