/** Returns the search as it is sent to a host. Searches that differ only in spaces are the same. */
export function plainSearch(search: string): string {
  return search.trim().replaceAll(/\s+/g, ' ')
}

/** Returns the query string of a search, `?search=…`, or '' for a blank search. */
export function searchOf(search: string): string {
  return search.trim() === '' ? '' : `?${new URLSearchParams({ search })}`
}
