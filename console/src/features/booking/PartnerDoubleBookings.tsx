import type { Booking } from '@mandap/domain/booking/booking.ts'
import { doubleBookings } from '@mandap/domain/booking/double-booking.ts'
import { bookingStatusLabel, bookingStatusTone } from '@mandap/domain/booking/status.ts'
import { useQuery } from '@tanstack/preact-query'
import { createContext, type ReactNode, use, useMemo } from 'preact/compat'
import { useClient } from '../client/client-context.ts'
import { useToday } from '../time/today.ts'
import { Badge } from '../../ui/Badge.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { BookingCard } from './BookingCard.tsx'
import { BookingLink } from './BookingLink.tsx'
import { DoubleBookingNotice } from './DoubleBookings.tsx'
import { bookingsOnDays } from './on-days.ts'

/** The ids of the bookings that are part of a double booking. */
const DoubleBooked = createContext<ReadonlySet<string>>(new Set())

/** Renders a partner's double bookings from today on above the list of their bookings, whose cards mark them. */
export function WithDoubleBookings({
  partnerId,
  children,
}: {
  partnerId: string
  children: ReactNode
}) {
  const { date: firstDay, timeZone } = useToday()
  const days = partnerId === '' ? null : { partnerIds: [partnerId], firstDay, timeZone }
  const planned = useQuery(bookingsOnDays(useClient(), days, { afterRender: true }))
  const pairs = useMemo(
    () => doubleBookings(planned.data ?? [], timeZone),
    [planned.data, timeZone],
  )
  const ids = useMemo(() => new Set(pairs.flat().map(({ id }) => id)), [pairs])
  return (
    <DoubleBooked value={ids}>
      <div className="mt-4 empty:hidden">
        {planned.isError && !planned.data && (
          <FailureLine
            text="The double bookings could not be loaded."
            retrying={planned.isFetching}
            onRetry={() => void planned.refetch()}
          />
        )}
        {pairs.length > 0 && <PairsNotice pairs={pairs} />}
      </div>
      {children}
    </DoubleBooked>
  )
}

function PairsNotice({ pairs }: { pairs: readonly (readonly [Booking, Booking])[] }) {
  const count = pairs.length === 1 ? 'Double booking' : `${pairs.length} double bookings`
  return (
    <DoubleBookingNotice text={`${count}: two events of this partner are on the same day.`}>
      {pairs.map(([one, other]) => (
        <li key={`${one.id} ${other.id}`}>
          <BookingLink booking={one} /> and <BookingLink booking={other} />
        </li>
      ))}
    </DoubleBookingNotice>
  )
}

/** Renders a booking's card and marks a double booking. */
export function DoubleBookedCard({ item: booking }: { item: Booking }) {
  if (!use(DoubleBooked).has(booking.id)) return <BookingCard item={booking} />
  return (
    <BookingCard
      item={booking}
      badge={
        <>
          <Badge tone={bookingStatusTone(booking.status)} dot>
            <span className="block truncate">{bookingStatusLabel(booking.status)}</span>
          </Badge>
          <span className="flex shrink-0">
            <Badge tone="warning">Double booking</Badge>
          </span>
        </>
      }
    />
  )
}
