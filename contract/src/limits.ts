/** The number of records of a page: the default, and the maximum that a query can request. */
export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 200

/** The number of results of each kind if a search has no limit. */
export const DEFAULT_SEARCH_LIMIT = 5

/** The maximum size of a body in bytes, unless the call declares another. */
export const MAX_BODY_BYTES = 256 * 1024
