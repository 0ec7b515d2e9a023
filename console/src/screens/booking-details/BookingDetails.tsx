import type { ListFilter } from '@mandap/domain/booking/filter.ts'
import { BOOKING_TABS, type BookingTab } from '@mandap/domain/booking/tab.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import { useQueryClient } from '@tanstack/preact-query'
import { memo, useCallback, useMemo } from 'preact/compat'
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
import {
  bookingFilterFrom,
  searchOfBookingFilter,
} from '../../features/booking/booking-filter-url.ts'
import { EndedLine } from './EndedLine.tsx'

const PANEL = 'bookings'

/** Renders Booking Details (§2.5). Tab and filters are in the URL, so that links and Back restore a view. */
export default function BookingDetails() {
  const today = useToday()
  const navigate = useNavigate()
  const { search } = useLocation()
  const filter = useMemo(() => bookingFilterFrom(new URLSearchParams(search)), [search])
  const listing = useMemo(() => ({ list: 'details' as const, filter, today }), [filter, today])
  const bookings = useBookings(listing)

  const change = useCallback(
    (to: ListFilter, how: { replace: boolean }) => {
      const next = searchOfBookingFilter({ ...to, tab: filter.tab })
      if (next !== searchOfBookingFilter(filter)) navigate({ search: next }, how)
    },
    [filter, navigate],
  )

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
      <Stages selected={filter.tab} today={today} />
      <TabPanel id={PANEL} selected={filter.tab}>
        <FilteredBookings
          bookings={bookings}
          listing={listing}
          onChange={change}
          aside={filter.tab === 'inprogress' && <EndedLine today={today} />}
        />
      </TabPanel>
    </>
  )
}

interface StagesProps {
  selected: BookingTab
  today: Today
}

/** Renders the tabs. They do not render again when the list is filtered or its bookings arrive. */
const Stages = memo(function Stages({ selected, today }: StagesProps) {
  const client = useClient()
  const queryClient = useQueryClient()

  const firstPage = (tab: BookingTab) => {
    const filter = bookingFilterFrom(new URLSearchParams(searchOfBookingFilter({ tab })))
    return bookingsPageQuery(client, { list: 'details', filter, today }, 0)
  }

  return (
    <Tabs
      label="Bookings by stage"
      panelId={PANEL}
      selected={selected}
      tabs={(Object.keys(BOOKING_TABS) as BookingTab[]).map((tab) => ({
        id: tab,
        label: BOOKING_TABS[tab],
        // a tab opens without filters and search (§2.5)
        to: { pathname: paths.bookingDetails(), search: searchOfBookingFilter({ tab }) },
        prefetch: () => void queryClient.prefetchQuery(firstPage(tab)),
      }))}
    />
  )
})
