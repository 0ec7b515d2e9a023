import type { Query } from './query.ts'

/** Which part of a list: after the `next` of the page before, or `skip` rows down, or the first. */
export interface PageRequest {
  limit: number
  skip?: number | undefined
  after?: string | undefined
}

export type PageQuery = Query<PageRequest>

/** Records of a page where the query does not say. */
export const DEFAULT_LIMIT = 50

/** Returns the parameters of a page; a cursor wins over a number of rows to skip. */
export function encodePageRequest({ limit, skip, after }: PageRequest): PageQuery {
  return after === undefined ? { limit, skip: skip || undefined } : { limit, after }
}
