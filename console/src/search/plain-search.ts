/** The search as a host is asked for it: those that differ in their spaces alone are one. */
export function plainSearch(search: string): string {
  return search.trim().replaceAll(/\s+/g, ' ')
}
