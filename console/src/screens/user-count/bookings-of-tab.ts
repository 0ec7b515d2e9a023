import { bookingsInGroup } from '@mandap/domain/booking/group.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { everything } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/compat'
import { bookingsOfUserQuery } from '../../features/booking/of-user.ts'
import { useClient } from '../../features/client/client-context.ts'
import { userBookingCounts } from '../../features/booking/totals-queries.ts'
import { startInfiniteQuery } from '../../features/client/start-query.ts'
import { useToday } from '../../features/time/today.ts'
import type { UserTab } from './user-count-view-url.ts'

/** Milliseconds for which the answers about a user whose row is not opened are kept. */
const UNOPENED_MS = 10_000

/** Returns a function that fetches what the row of a user shows first when it is opened. */
export function usePrefetchBookings(userId: string): () => void {
  const client = useClient()
  const queryClient = useQueryClient()
  const today = useToday()

  /** Forgets a failure that nobody saw, so that the row loads as if for the first time. */
  function forget({ queryKey }: { queryKey: QueryKey }) {
    const query = queryClient.getQueryCache().find({ queryKey })
    if (query?.state.status === 'error' && query.getObserversCount() === 0)
      queryClient.removeQueries({ queryKey, exact: true })
  }

  return () => {
    if (userId === '') return
    const counts = { ...userBookingCounts(client, userId, today), gcTime: UNOPENED_MS }
    const all = {
      ...bookingsOfUserQuery(client, { list: 'ofUser', userId }),
      gcTime: UNOPENED_MS,
    }
    void queryClient.prefetchQuery(counts).then(() => forget(counts))
    void queryClient.prefetchInfiniteQuery(all).then(() => forget(all))
  }
}

export type AllBookings = ReturnType<typeof useAllBookings>

/** Reads the first bookings of a user, of every group and of none. Most users have no more. */
export function useAllBookings(userId: string) {
  const listed = bookingsOfUserQuery(useClient(), { list: 'ofUser', userId })
  const queryClient = useQueryClient()
  const [isStarted] = useState(() => startInfiniteQuery(queryClient, listed))
  return useInfiniteQuery({ ...listed, retryOnMount: !isStarted })
}

/** Returns the bookings of a user's tab (§2.11). They are read only if `all` is not known to its end. */
export function useBookingsOfTab(all: AllBookings, userId: string, tab: UserTab) {
  const ofUser = { list: 'ofUser', userId } as const
  const today = useToday()
  const listing = tab === 'all' ? ofUser : { ...ofUser, group: tab, today }
  const isRead = tab !== 'all' && all.hasNextPage
  const listed = { ...bookingsOfUserQuery(useClient(), listing), enabled: isRead }
  const isStarted = startInfiniteQuery(useQueryClient(), listed)
  const ofTab = useInfiniteQuery({ ...listed, retryOnMount: !isStarted })

  const query = isRead ? ofTab : all
  const read = query.data?.pages.flatMap(({ rows }) => rows) ?? []
  const inTab = tab === 'all' ? everything() : bookingsInGroup(tab, today)
  const bookings = isRead ? read : read.filter((booking) => matches(inTab, bookingIndex(booking)))
  return { listing, bookings, query }
}
