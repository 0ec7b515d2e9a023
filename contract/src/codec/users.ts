import { clean } from '@mandap/domain/text/text.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import type { UserQuery } from '../user.ts'
import type { PageRequest } from './page.ts'
import type { Query } from './query.ts'
import { encodeToday } from './today.ts'

/** The parameters of `GET /users` that describe a list. */
export type UserListingQuery = Query<Omit<UserQuery, keyof PageRequest>>

/** Returns the parameters of `GET /users` that describe a list. */
export function encodeUserListing({ search, has }: UserListing): UserListingQuery {
  return {
    search: clean(search ?? '') || undefined,
    ...(has && { has: has.group, ...encodeToday(has.today) }),
  }
}
