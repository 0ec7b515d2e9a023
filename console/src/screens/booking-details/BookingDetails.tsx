import type { BookingFilter } from '@mandap/domain/booking/filter.ts'
import { BOOKING_TABS, type BookingTab } from '@mandap/domain/booking/tab.ts'
import { useQueryClient } from '@tanstack/preact-query'
import { useMemo } from 'preact/compat'
import { useLocation, useNavigate } from '../../router/Router.tsx'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import { FilteredBookings } from '../../features/booking/FilteredBookings.tsx'
import { useBookings } from '../../features/booking/use-bookings.ts'
import { useToday } from '../../features/time/today.ts'
import { ExportButton } from '../../features/export/ExportButton.tsx'
import { exportedTotal } from '../../features/list/paged-list.ts'
import { useClient } from '../../features/client/client-context.ts'
import { bookingsPageQuery } from '../../features/booking/queries.ts'
import { LIST_NOUNS } from '../../features/summary/list-nouns.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { filterFrom, searchOf } from '../../features/booking/filter-url.ts'
import { EndedLine } from './EndedLine.tsx'

const PANEL = 'bookings'

/** Renders Booking Details (§2.5). Tab and filters are in the URL, so that links and Back restore a view. */
export default function BookingDetails() {
  const client = useClient()
  const today = useToday()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  const filter = useMemo(() => filterFrom(new URLSearchParams(search)), [search])
  const listing = useMemo(() => ({ list: 'details' as const, filter, today }), [filter, today])
  const bookings = useBookings(listing)

  const firstPage = (tab: BookingTab) => {
    const opened = filterFrom(new URLSearchParams(searchOf({ tab })))
    return bookingsPageQuery(client, { list: 'details', filter: opened, today }, 0)
  }

  function change(to: BookingFilter, how: { replace: boolean }) {
    const next = searchOf(to)
    if (next !== searchOf(filter)) navigate({ search: next }, how)
  }

  return (
    <>
      <PageHeader
        {...HEADINGS.bookingDetails}
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
      <Tabs
        label="Bookings by stage"
        panelId={PANEL}
        selected={filter.tab}
        tabs={(Object.keys(BOOKING_TABS) as BookingTab[]).map((tab) => ({
          id: tab,
          label: BOOKING_TABS[tab],
          // a tab opens without filters and search (§2.5)
          to: { pathname: paths.bookingDetails(), search: searchOf({ tab }) },
          prefetch: () => void queryClient.prefetchQuery(firstPage(tab)),
        }))}
      />
      <TabPanel id={PANEL} selected={filter.tab}>
        <FilteredBookings
          bookings={bookings}
          listing={listing}
          onChange={(to, how) => change({ ...to, tab: filter.tab }, how)}
          aside={filter.tab === 'inprogress' && <EndedLine today={today} />}
        />
      </TabPanel>
    </>
  )
}
