/** The number of records of a page if the query has no limit, and the most. */
export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 200

/** The number of results of each kind if a search has no limit. */
export const DEFAULT_SEARCH_LIMIT = 5

/** The most bytes of a body, if the call declares none. */
export const MAX_BODY_BYTES = 256 * 1024
