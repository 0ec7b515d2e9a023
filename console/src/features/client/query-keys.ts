import type { QueryClient, QueryKey } from '@tanstack/preact-query'

/** What the answer to a query contains: the first part of its key. */
export type Noun =
  | 'account'
  | 'activity'
  | 'administrators'
  | 'bookings'
  | 'code'
  | 'createdPartners'
  | 'documents'
  | 'partners'
  | 'presence'
  | 'role'
  | 'search'
  | 'summary'
  | 'users'

declare module '@tanstack/preact-query' {
  interface Register {
    queryKey: readonly [Noun, ...unknown[]]
  }
}

/** Returns the key of a page of a list; without a page, of the whole list; without a listing, of all lists of a noun. */
export function listedKey<N extends Noun, Part extends readonly [listing?: object, page?: number]>(
  noun: N,
  ...part: Part
) {
  return [noun, 'listed', ...part] as const
}

/** Returns the listing and the page in the key of a query that reads a list, or null for another query. */
export function listedIn([, what, listing, page]: QueryKey) {
  return what === 'listed' ? { listing, page } : null
}

/** Returns the key of one record. A planner may also be a temp partner. */
export function recordKey<N extends Noun, As extends 'one' | 'planner' = 'one'>(
  noun: N,
  id: string,
  as: As = 'one' as As,
) {
  return [noun, as, id] as const
}

/** Returns the id in the key of a query that reads one record, or null for another query. */
export function recordIdIn([, what, id]: QueryKey) {
  return what === 'one' || what === 'planner' ? id : null
}

/** Marks all answers with these nouns as out of date, and fetches those on the screen again. */
export function invalidate(queryClient: QueryClient, ...nouns: readonly Noun[]): void {
  for (const noun of nouns) void queryClient.invalidateQueries({ queryKey: [noun] })
}
