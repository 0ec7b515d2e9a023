import type { Today } from '@mandap/domain/rule/days.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Host } from '../host.ts'
import { BLOCK, placeOfBlock } from './block.ts'

/** The customer of a booking. */
export function userById(host: Host, id: string) {
  return queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => host.user(id, signal),
    enabled: id !== '',
  })
}

/** A place `block` blocks down a list of users; a virtual list asks for those in view. */
export function usersBlock(host: Host, listing: UserListing, block: number) {
  const key = (at: number) => ['users', 'listed', listing, at] as const
  return queryOptions({
    queryKey: key(block),
    queryFn: ({ client, signal }) =>
      host.usersPage({ listing, limit: BLOCK, ...placeOfBlock(client, key, block) }, signal),
  })
}

/** How many bookings of a user each group has (§2.11). */
export function userBookingCounts(host: Host, userId: string, today: Today) {
  return queryOptions({
    queryKey: ['bookings', 'counts of user', userId, today],
    queryFn: ({ signal }) => host.userBookingCounts({ userId, today }, signal),
  })
}
