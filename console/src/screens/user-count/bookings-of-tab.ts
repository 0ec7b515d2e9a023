import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { bookingsOf } from '@mandap/domain/booking/listing.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/compat'
import { bookingsOfUser } from '../../features/booking/of-user.ts'
import { useClient } from '../../features/client/client-context.ts'
import { startInfiniteQuery } from '../../features/client/start-query.ts'
import { useToday } from '../../features/time/today.ts'
import type { UserTab } from './view.ts'

export type AllBookings = ReturnType<typeof useAllBookings>

/** Reads the first bookings of a user, of every group and of none. Most users have no more. */
export function useAllBookings(userId: string) {
  const listed = bookingsOfUser(useClient(), { list: 'ofUser', userId })
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
  const listed = { ...bookingsOfUser(useClient(), listing), enabled: isRead }
  const isStarted = startInfiniteQuery(useQueryClient(), listed)
  const ofTab = useInfiniteQuery({ ...listed, retryOnMount: !isStarted })

  const query = isRead ? ofTab : all
  const read = query.data?.pages.flatMap(({ rows }) => rows) ?? []
  const inTab = bookingsOf(listing)
  const bookings = isRead ? read : read.filter((booking) => matches(inTab, bookingIndex(booking)))
  return { listing, bookings, query }
}
