import type { UserListing } from '@mandap/domain/user/list.ts'
import { decodeToday } from './decode-today.ts'
import type { UserListingQuery } from './users.ts'

/** Reads the list that a query describes. Throws a `QueryError` that names what is wrong with it. */
export function decodeUserListing({ search, has, ...query }: UserListingQuery): UserListing {
  return { search, has: has && { group: has, today: decodeToday(query, 'has') } }
}
