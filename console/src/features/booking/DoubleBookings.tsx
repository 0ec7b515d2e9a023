import type { Booking } from '@mandap/domain/booking/booking.ts'
import { doubleBookingsOf } from '@mandap/domain/booking/double-booking.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import { useQuery } from '@tanstack/preact-query'
import { useClient } from '../client/client-context.ts'
import { timeZone } from '../time/today.ts'
import { Notice } from '../../ui/Notice.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { BookingLink } from './BookingLink.tsx'
import { bookingsOnDaysQuery, daysOf } from './on-days.ts'

/** Renders the planner's other events on the days of a booking, or nothing if there are none. */
export function DoubleBookings({ booking }: { booking: Booking }) {
  const days = daysOf(booking, [booking.partnerId])
  const planned = useQuery(bookingsOnDaysQuery(useClient(), days))
  if (planned.isError && !planned.data)
    return (
      <FailureLine
        text="Other events of the planner on these days could not be loaded."
        retrying={planned.isFetching}
        onRetry={() => void planned.refetch()}
      />
    )
  const others = doubleBookingsOf(booking, planned.data ?? [], timeZone())
  if (others.length === 0) return null
  const planner = isolated(booking.partnerName) || 'The planner'
  return (
    <Notice tone="warning" text={`Double booking: ${planner} has another event on these days.`}>
      <ul className="grid max-h-80 gap-1 overflow-y-auto">
        {others.map((other) => (
          <li key={other.id}>
            <BookingLink booking={other} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
