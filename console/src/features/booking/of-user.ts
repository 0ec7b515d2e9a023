import type { Client } from '@mandap/client/client.ts'
import type { BookingGroup } from '@mandap/domain/booking/group.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { readBookingPage } from './read-page.ts'

/** The number of bookings that a user's tab shows at first. */
const PAGE_SIZE = 10

/** Returns the infinite query of a user's bookings in one group, a few per page (§2.11). */
export function bookingsOfUser(
  client: Client,
  of: { userId: string; group: BookingGroup; today: Today },
) {
  return infiniteQueryOptions({
    queryKey: ['bookings', 'of user', of],
    queryFn: ({ pageParam, signal }) =>
      readBookingPage(
        client,
        { list: 'ofUser', ...of },
        { limit: PAGE_SIZE, after: pageParam },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })
}
