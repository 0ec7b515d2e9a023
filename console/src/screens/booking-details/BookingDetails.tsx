import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { BookingFilter } from '@mandap/domain/booking/filter.ts'
import { BOOKING_TABS, type BookingTab } from '@mandap/domain/booking/tab.ts'
import type { Today } from '@mandap/domain/rule/days.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { BOOKING_CARD, BookingCard, BookingCardSkeleton } from '../../booking/BookingCard.tsx'
import { bookingState } from '../../booking/passed-booking.ts'
import { useToday } from '../../booking/today.ts'
import { type LongRead, useBlocks } from '../../host/blocks.ts'
import { useHost } from '../../host/host-context.ts'
import { bookingsBlock, bookingsByNumber } from '../../host/queries/booking.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { LongList } from '../../ui/LongList.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { Filters } from './Filters.tsx'
import { activeFilters, filterFrom, searchOf } from './filter-url.ts'
import { exactlyNumbered, whereElse } from './suggestions.ts'

const PANEL = 'bookings'
const SKELETON = <BookingCardSkeleton />

/** Cards drawn while the length of the list is not known: a screenful on any display. */
const SKELETONS = 24

/** §2.5. Tab and filters live in the address, so that a view can be linked and back returns to it. */
export default function BookingDetails() {
  const host = useHost()
  const today = useToday()
  const navigate = useNavigate()
  const { search } = useLocation()
  const filter = useMemo(() => filterFrom(new URLSearchParams(search)), [search])
  const bookings = useBlocks(
    useCallback(
      (block: number) => bookingsBlock(host, { list: 'details', filter, today }, block),
      [host, filter, today],
    ),
  )
  const loading = bookings.total === null && bookings.failure === null

  function change(to: BookingFilter, how: { replace: boolean }) {
    const next = searchOf(to)
    if (next !== searchOf(filter)) void navigate({ search: next }, how)
  }

  return (
    <>
      <PageHeader title="Booking Details" />
      <Tabs
        label="Bookings by stage"
        panelId={PANEL}
        selected={filter.tab}
        tabs={(Object.keys(BOOKING_TABS) as BookingTab[]).map((tab) => ({
          id: tab,
          label: BOOKING_TABS[tab],
          // a tab begins without filters and search (§2.5)
          to: { pathname: paths.bookingDetails(), search: searchOf({ tab }) },
        }))}
      />
      <TabPanel id={PANEL} selected={filter.tab}>
        <Filters filter={filter} today={today} onChange={change} />
        <output className="block mt-4 mb-3 min-h-5.5 text-ink-muted">
          {loading ? 'Loading bookings…' : countText(bookings)}
        </output>
        {bookings.total === 0 || bookings.failure ? (
          <NoBookings
            bookings={bookings}
            filter={filter}
            today={today}
            onClear={() => change({ tab: filter.tab, sort: filter.sort }, { replace: false })}
          />
        ) : (
          <LongList
            label="Bookings"
            total={bookings.total ?? SKELETONS}
            itemAt={bookings.itemAt}
            onView={bookings.onView}
            stale={loading || bookings.stale}
            size={BOOKING_CARD}
            Item={BookingCard}
            skeleton={SKELETON}
          />
        )}
        {bookings.hasGaps && (
          <div
            role="alert"
            className="fixed inset-x-4 bottom-4 z-20 mx-auto flex max-w-md items-center justify-between gap-4 rounded-md bg-raised py-2 pr-2 pl-4 shadow-menu"
          >
            Some bookings could not be loaded.
            <Button look="quiet" icon="refresh" busy={bookings.retrying} onClick={bookings.retry}>
              Try again
            </Button>
          </div>
        )}
      </TabPanel>
    </>
  )
}

function countText({ total, failure }: LongRead<Booking>): string {
  if (failure || total === null) return ''
  return `${total.toLocaleString('en-IN')} ${total === 1 ? 'booking' : 'bookings'}`
}

/** §8: a failed fetch gives an empty list with the empty text; what can be done stands beside it. */
function NoBookings({
  bookings: { failure, retrying, retry },
  filter,
  today,
  onClear,
}: {
  bookings: LongRead<Booking>
  filter: BookingFilter
  today: Today
  onClear: () => void
}) {
  const host = useHost()
  const { data: numbered = [] } = useQuery(bookingsByNumber(host, filter.numberId ?? ''))
  const elsewhere = exactlyNumbered(filter.numberId ?? '', numbered)
  return (
    <EmptyState
      icon={failure ? 'alert' : 'search'}
      text="No bookings match the selected filters."
      hint={failure && `The bookings could not be loaded. ${failure.message}`}
      action={
        <div className="flex flex-col items-center gap-4">
          {elsewhere.map((booking) => (
            <Elsewhere key={booking.id} booking={booking} filter={filter} today={today} />
          ))}
          <div className="flex gap-2">
            {failure && (
              <Button icon="refresh" busy={retrying} onClick={retry}>
                Try again
              </Button>
            )}
            {activeFilters(filter) > 0 && (
              <Button icon="clear" onClick={onClear}>
                Clear filters
              </Button>
            )}
          </div>
        </div>
      }
    />
  )
}

/** The searched booking is there, but not in this list: where it is, and the way to it. */
function Elsewhere({
  booking,
  filter,
  today,
}: {
  booking: Booking
  filter: BookingFilter
  today: Today
}) {
  const here = createPath(useLocation())
  const where = whereElse(booking, filter, today)
  if (where === null) return null
  return (
    <p className="flex flex-col items-center gap-2">
      {where}
      <ButtonLink
        look="primary"
        icon="booking"
        to={paths.bookingDetailsCard()}
        state={bookingState(booking, here)}
      >
        Open {booking.numberId.toUpperCase()}
      </ButtonLink>
    </p>
  )
}
