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
import { BookingCount, BookingList, NoBookings } from '../../features/booking/BookingList.tsx'
import { Elsewhere } from '../../features/booking/Elsewhere.tsx'
import { activeFilters, listFilterFrom, searchOf } from '../../features/booking/filter-url.ts'
import { Filters } from '../../features/booking/Filters.tsx'
import { dayText } from '../../features/time/date-text.ts'
import { useToday } from '../../features/time/today.ts'
import { ExportButton } from '../../features/export/ExportButton.tsx'
import { exportedTotal, usePagedList } from '../../features/list/paged-list.ts'
import { useClient } from '../../features/client/client-context.ts'
import { bookingsPageQuery } from '../../features/booking/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

const BACK = {
  to: createPath({
    pathname: paths.bookingDetails(),
    search: searchOf({ tab: 'inprogress' }),
  }),
  label: HEADINGS.endedBookings.back,
}

/** Renders the ended bookings, which are in no tab of Booking Details (§4.3). */
export default function EndedBookings() {
  const client = useClient()
  const today = useToday()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const filter = useMemo(() => listFilterFrom(new URLSearchParams(search)), [search])
  const listing = useMemo(() => ({ list: 'ended' as const, filter, today }), [filter, today])
  const bookings = usePagedList(
    useCallback((page: number) => bookingsPageQuery(client, listing, page), [client, listing]),
  )
  const isFiltered = activeFilters(filter) > 0

  function change(to: ListFilter, how: { replace: boolean }) {
    const next = searchOf(to)
    if (next !== searchOf(filter))
      navigate({ search: next }, { ...how, state: entryAfter(state, how) })
  }

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
              nouns={['booking', 'bookings']}
            />
          )
        }
      />
      <Filters filter={filter} today={today} onChange={change} />
      <BookingCount bookings={bookings} />
      <BookingList
        bookings={bookings}
        Item={EndedCard}
        empty={
          <NoBookings
            bookings={bookings}
            text={
              isFiltered || bookings.failure
                ? 'No bookings match the selected filters.'
                : 'No event has ended without being completed.'
            }
            actions={
              isFiltered && (
                <Button
                  icon="clear"
                  onClick={() => change({ sort: filter.sort }, { replace: false })}
                >
                  Clear filters
                </Button>
              )
            }
          >
            <Elsewhere listing={listing} />
          </NoBookings>
        }
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
