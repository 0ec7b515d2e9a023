import type { BookingGroup } from '@mandap/domain/booking/group.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Host } from '../host.ts'
import { PAGE_SIZE, pageStart } from './page-start.ts'

/** The customer of a booking. */
export function userById(host: Host, id: string) {
  return queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => host.user(id, signal),
    enabled: id !== '',
  })
}

/** A place `block` blocks down a list of users; a virtual list asks for those in view. */
export function usersPageQuery(host: Host, listing: UserListing, page: number) {
  const key = (at: number) => ['users', 'listed', listing, at] as const
  return queryOptions({
    queryKey: key(page),
    queryFn: ({ client, signal }) =>
      host.usersPage({ listing, limit: PAGE_SIZE, ...pageStart(client, key, page) }, signal),
  })
}

/** How many bookings of a user each group has (§2.11). */
export function userBookingCounts(host: Host, userId: string, today: Today) {
  return queryOptions({
    queryKey: ['bookings', 'counts of user', userId, today],
    queryFn: ({ signal }) => host.userBookingCounts({ userId, today }, signal),
  })
}

/** Bookings of a user's tab that are shown at once. */
const MAX_FEW = 10

/** The bookings of a group of a user's, a few at a time (§2.11). */
export function bookingsOfUser(
  host: Host,
  of: { userId: string; group: BookingGroup; today: Today },
) {
  return infiniteQueryOptions({
    queryKey: ['bookings', 'of user', of],
    queryFn: ({ pageParam, signal }) =>
      host.bookingsPage(
        { listing: { list: 'ofUser', ...of }, limit: MAX_FEW, after: pageParam },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })
}
