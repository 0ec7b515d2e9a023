import type { Booking } from '@mandap/domain/booking/booking.ts'
import { BOOKING_GROUPS, type BookingGroup } from '@mandap/domain/booking/group.ts'
import { bookingStatusLabel, bookingStatusTone } from '@mandap/domain/booking/status.ts'
import type { User } from '@mandap/domain/user/user.ts'
import { useId, useRef } from 'preact/compat'
import { Link } from '../../router/Link.tsx'
import { paths } from '../../features/navigation/paths.ts'
import { bookingState } from '../../features/booking/passed-booking.ts'
import { eventDay, numberText } from '../../features/booking/text.ts'
import { LIST_NOUNS } from '../../features/summary/list-nouns.ts'
import { rupees } from '../../ui/rupees.ts'
import { useToday } from '../../features/time/today.ts'
import { ExportButton } from '../../features/export/ExportButton.tsx'
import { useClient } from '../../features/client/client-context.ts'
import { useStartedQuery } from '../../features/client/start-query.ts'
import { userBookingCounts } from '../../features/booking/totals-queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { type AllBookings, useAllBookings, useBookingsOfTab } from './bookings-of-tab.ts'
import { searchOfUserCountView, type UserCountView, type UserTab } from './user-count-view-url.ts'
import { NO_TEXT } from '../../ui/no-text.ts'
import { FailureLine, FocusAfterRemoval, TryAgain } from '../../ui/states.tsx'

const GROUPS = Object.keys(BOOKING_GROUPS) as BookingGroup[]

/** The tabs: the groups (§2.11), and all bookings, which include those of no group. */
const TABS: Readonly<Record<UserTab, { label: string; empty: string }>> = {
  ...BOOKING_GROUPS,
  all: { label: 'All', empty: 'No bookings.' },
}

/** Renders the tabs of a user's bookings with their counts (§2.11). */
export function UserBookings({ user, view }: { user: User; view: UserCountView }) {
  const panel = useId()
  const today = useToday()
  const counts = useStartedQuery(userBookingCounts(useClient(), user.id, today))
  const all = useAllBookings(user.id)
  // a retry keeps the rendered content; only the first fetch shows a skeleton
  if (!counts.isFetched) return <BookingRowsSkeleton />
  const { data } = counts
  const first = data && [...GROUPS, 'all' as const].find((tab) => data[tab] > 0)
  const selected = view.group ?? first ?? 'pending'
  return (
    <>
      <Tabs
        look="pill"
        label={`Bookings of ${user.name || NO_TEXT}`}
        panelId={panel}
        selected={selected}
        tabs={[...GROUPS, 'all' as const].map((tab) => ({
          id: tab,
          label: TABS[tab].label,
          count: data?.[tab] ?? null,
          to: { search: searchOfUserCountView({ ...view, group: tab }) },
        }))}
      />
      {!data && (
        <p className="mt-1 text-sm">
          <FailureLine
            text="The number of bookings could not be loaded."
            retrying={counts.isFetching}
            onRetry={() => void counts.refetch()}
          />
        </p>
      )}
      <TabPanel id={panel} selected={selected} className="pt-2">
        <BookingsOfTab
          key={selected}
          all={all}
          user={user}
          tab={selected}
          total={data?.[selected] ?? null}
        />
      </TabPanel>
    </>
  )
}

interface BookingsOfTabProps {
  all: AllBookings
  user: User
  tab: UserTab
  /** `null` until it is known. */
  total: number | null
}

function BookingsOfTab({ all, user, tab, total }: BookingsOfTabProps) {
  const { listing, bookings, query } = useBookingsOfTab(all, user.id, tab)
  const { data, error, isFetched, isFetching, isFetchNextPageError, refetch } = query
  const list = useRef<HTMLUListElement>(null)
  const countBefore = useRef(0)
  if (!isFetched) return <BookingRowsSkeleton />
  if (bookings.length === 0) {
    // a retry has no error until it fails
    const isFailed = data === undefined
    return (
      <div className="flex flex-wrap items-center justify-between gap-2 py-2">
        <p role={isFailed ? 'alert' : undefined}>
          <span className="font-medium">{TABS[tab].empty}</span>
          {isFailed && (
            <span className="text-ink-muted">
              {' '}
              The bookings could not be loaded. {error?.message}
            </span>
          )}
        </p>
        {isFailed && <TryAgain size="small" retrying={isFetching} onRetry={() => void refetch()} />}
      </div>
    )
  }
  return (
    <>
      <ul ref={list} className="overflow-hidden rounded-md border border-line bg-surface">
        {bookings.map((booking) => (
          <li
            key={booking.id}
            tabIndex={-1}
            className="border-t border-line first:border-t-0 focus-visible:-outline-offset-2"
          >
            <BookingRow booking={booking} />
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {query.hasNextPage && (
          <FocusAfterRemoval to={() => list.current?.children[countBefore.current]}>
            <Button
              size="small"
              busy={query.isFetchingNextPage}
              onClick={() => {
                countBefore.current = bookings.length
                void query.fetchNextPage()
              }}
            >
              Show more
            </Button>
          </FocusAfterRemoval>
        )}
        {query.hasNextPage && isFetchNextPageError && (
          <span role="alert" className="text-sm text-negative-text">
            More bookings could not be loaded. Try again.
          </span>
        )}
        <div className="ml-auto">
          <ExportButton
            size="small"
            list={{ of: 'bookings', listing }}
            total={total}
            nouns={LIST_NOUNS.bookings}
            what={tab === 'all' ? 'all bookings' : `the ${TABS[tab].label.toLowerCase()} bookings`}
          />
        </div>
      </div>
    </>
  )
}

/** Renders a booking in one line, or in two with large text, which links to the booking's detail (§2.1). */
function BookingRow({ booking }: { booking: Booking }) {
  return (
    <Link
      to={paths.bookingDetailsCard(booking.id)}
      state={(here: string) => bookingState(booking, here)}
      className="group flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 grow basis-34">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <bdi className="min-w-0 truncate font-medium group-hover:text-accent-text">
            {booking.eventType || NO_TEXT}
          </bdi>{' '}
          <span className="max-w-1/2 shrink-0 truncate text-xs text-ink-muted">
            {numberText(booking)}
          </span>
        </span>{' '}
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-muted">
          <span>{eventDay(booking)}</span>{' '}
          <Badge tone={bookingStatusTone(booking.status)} dot>
            <span className="block truncate">{bookingStatusLabel(booking.status)}</span>
          </Badge>
        </span>
      </span>
      <span className="ml-auto flex max-w-40 items-center gap-2 text-sm font-medium">
        <span className="min-w-0 truncate">{rupees(booking.budget)}</span>
        <Icon name="chevronRight" className="size-4 shrink-0 text-ink-faint" />
      </span>
    </Link>
  )
}

function BookingRowsSkeleton() {
  return (
    <output aria-label="Loading bookings" className="block space-y-2 py-2">
      <Skeleton className="h-6 w-3/4 rounded-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </output>
  )
}
