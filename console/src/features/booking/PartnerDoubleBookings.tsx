import type { Booking } from '@mandap/domain/booking/booking.ts'
import { doubleBookings } from '@mandap/domain/booking/double-booking.ts'
import { bookingStatusLabel, bookingStatusTone } from '@mandap/domain/booking/status.ts'
import { counted } from '@mandap/domain/text/counted.ts'
import { useQuery } from '@tanstack/preact-query'
import {
  createContext,
  memo,
  type ReactNode,
  type TargetedEvent,
  use,
  useMemo,
  useState,
} from 'preact/compat'
import { useClient } from '../client/client-context.ts'
import { useToday } from '../time/today.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { BookingCard } from './BookingCard.tsx'
import { BookingLink } from './BookingLink.tsx'
import { bookingsOnDaysQuery } from './on-days.ts'

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
  const planned = useQuery(bookingsOnDaysQuery(useClient(), days, { afterRender: true }))
  const pairs = useMemo(
    () => doubleBookings(planned.data ?? [], timeZone),
    [planned.data, timeZone],
  )
  const ids = useMemo(() => new Set(pairs.flat().map(({ id }) => id)), [pairs])
  return (
    <DoubleBooked value={ids}>
      {/* as high while loading as afterwards, so that the list below stays in place */}
      <div className="mt-4 grid min-h-11 items-center text-ink-muted">
        {planned.isError && !planned.data ? (
          <FailureLine
            text="The double bookings could not be loaded."
            retrying={planned.isFetching}
            onRetry={() => void planned.refetch()}
          />
        ) : pairs.length > 0 ? (
          <PairsNotice pairs={pairs} />
        ) : planned.data ? (
          <span className="flex gap-2.5">
            <Icon name="check" className="mt-px size-4.5" />
            No double bookings from today on
          </span>
        ) : (
          'Looking for double bookings…'
        )}
      </div>
      {children}
    </DoubleBooked>
  )
}

type Pair = readonly [Booking, Booking]

/** Renders the list of pairs only while it is open: a partner can have thousands. */
function PairsNotice({ pairs }: { pairs: readonly Pair[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group rounded-md bg-warning-soft px-3 text-warning-text"
    >
      <summary className="flex min-h-11 items-center gap-2.5 rounded-md">
        <Icon name="alert" className="size-4.5" />
        <span className="min-w-0 grow font-medium">
          {counted(pairs.length, ['double booking', 'double bookings'])} from today on
        </span>
        <span className="shrink-0 underline underline-offset-2 group-open:hidden">Show</span>
        <span className="hidden shrink-0 underline underline-offset-2 group-open:inline">Hide</span>
      </summary>
      <p className="pl-7">Events of this partner on the same day:</p>
      {isOpen && <Pairs pairs={pairs} />}
    </details>
  )
}

/** The number of pairs that are rendered at first, and added near the end of the list. */
const BATCH = 40

/** Pixels from the end of the list at which pairs are added. */
const AHEAD = 600

function Pairs({ pairs }: { pairs: readonly Pair[] }) {
  const [rendered, setRendered] = useState(BATCH)

  function onScroll({ currentTarget }: TargetedEvent<HTMLElement>) {
    const { scrollTop, clientHeight, scrollHeight } = currentTarget
    if (rendered < pairs.length && scrollHeight - clientHeight - scrollTop < AHEAD)
      setRendered(rendered + BATCH)
  }

  return (
    <ul onScroll={onScroll} className="mt-1 grid max-h-80 gap-1 overflow-y-auto pb-2.5 pl-7">
      {pairs.slice(0, rendered).map((pair, at) => (
        <PairItem
          key={pair.map(({ id }) => id).join(' ')}
          pair={pair}
          position={at + 1}
          of={pairs.length}
        />
      ))}
    </ul>
  )
}

const PairItem = memo(function PairItem({
  pair: [one, other],
  position,
  of,
}: {
  pair: Pair
  position: number
  of: number
}) {
  return (
    <li aria-setsize={of} aria-posinset={position}>
      <BookingLink booking={one} /> and <BookingLink booking={other} />
    </li>
  )
})

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
