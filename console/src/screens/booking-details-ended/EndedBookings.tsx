import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { ListFilter } from '@mandap/domain/booking/filter.ts'
import { bookingStatusLabel } from '@mandap/domain/booking/status.ts'
import { useCallback, useMemo } from 'preact/compat'
import { createPath } from '../../router/location.ts'
import { useLocation, useNavigate } from '../../router/Router.tsx'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import { entryAfter, useBackLink } from '../../features/navigation/back-link.ts'
import { BookingCard } from '../../features/booking/BookingCard.tsx'
import { FilteredBookings } from '../../features/booking/FilteredBookings.tsx'
import { listFilterFrom, searchOfBookingFilter } from '../../features/booking/booking-filter-url.ts'
import { useBookings } from '../../features/booking/use-bookings.ts'
import { dayText } from '../../features/time/date-text.ts'
import { useToday } from '../../features/time/today.ts'
import { ExportButton } from '../../features/export/ExportButton.tsx'
import { exportedTotal } from '../../features/list/paged-list.ts'
import { LIST_NOUNS } from '../../features/summary/list-nouns.ts'
import { Badge } from '../../ui/Badge.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

const BACK = {
  to: createPath({
    pathname: paths.bookingDetails(),
    search: searchOfBookingFilter({ tab: 'inprogress' }),
  }),
  label: HEADINGS.endedBookings.back,
}

/** Renders the ended bookings, which are in no tab of Booking Details (§4.3). */
export default function EndedBookings() {
  const today = useToday()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const filter = useMemo(() => listFilterFrom(new URLSearchParams(search)), [search])
  const listing = useMemo(() => ({ list: 'ended' as const, filter, today }), [filter, today])
  const bookings = useBookings(listing)

  const change = useCallback(
    (to: ListFilter, how: { replace: boolean }) => {
      const next = searchOfBookingFilter(to)
      if (next !== searchOfBookingFilter(filter))
        navigate({ search: next }, { ...how, state: entryAfter(state, how) })
    },
    [filter, state, navigate],
  )

  return (
    <>
      <PageHeader
        {...HEADINGS.endedBookings}
        back={useBackLink(BACK)}
        actions={
          !bookings.failure && (
            <ExportButton
              list={{ of: 'bookings', listing }}
              total={exportedTotal(bookings)}
              nouns={LIST_NOUNS.bookings}
            />
          )
        }
      />
      <FilteredBookings
        bookings={bookings}
        listing={listing}
        onChange={change}
        emptyText="No event has ended without being completed."
        Item={EndedCard}
      />
    </>
  )
}

function EndedCard({ item: booking }: { item: Booking }) {
  return (
    <BookingCard
      item={booking}
      badge={
        <>
          <Badge tone="warning" dot>
            Ended {dayText(booking.dateTo ?? booking.dateFrom)}
          </Badge>
          <span className="min-w-0 truncate text-sm text-ink-muted">
            {bookingStatusLabel(booking.status)}
          </span>
        </>
      }
    />
  )
}
