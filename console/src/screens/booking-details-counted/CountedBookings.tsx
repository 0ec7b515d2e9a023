import type { BookingFigure } from '@mandap/domain/booking/figure.ts'
import { FIGURE_TEXTS } from '@mandap/domain/booking/figure-text.ts'
import type { ListFilter } from '@mandap/domain/booking/filter.ts'
import { useCallback, useMemo } from 'preact/compat'
import { useLocation, useNavigate } from '../../router/Router.tsx'
import { paths } from '../../features/navigation/paths.ts'
import { cameFrom, entryAfter, useBackLink } from '../../features/navigation/back-link.ts'
import { FilteredBookings } from '../../features/booking/FilteredBookings.tsx'
import { listFilterFrom, searchOfBookingFilter } from '../../features/booking/booking-filter-url.ts'
import { useBookings } from '../../features/booking/use-bookings.ts'
import { useToday } from '../../features/time/today.ts'
import { ExportButton } from '../../features/export/ExportButton.tsx'
import { keyIn } from '../../features/list/key-in.ts'
import { exportedTotal } from '../../features/list/paged-list.ts'
import { LIST_NOUNS } from '../../features/summary/list-nouns.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'

const DASHBOARD = { to: paths.dashboard(), label: 'Back to dashboard' }
const USER_COUNT = { to: paths.userCount(), label: 'Back to User Count' }

/** Renders the bookings that a count on the dashboard or User Count counts (§2.4, §2.11). It is in the URL. */
export default function CountedBookings() {
  const today = useToday()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const figure = figureFrom(search)
  const filter = useMemo(() => listFilterFrom(new URLSearchParams(search)), [search])
  const listing = useMemo(
    () => ({ list: 'counted' as const, figure, filter, today }),
    [figure, filter, today],
  )
  const bookings = useBookings(listing)
  const { title, definition } = FIGURE_TEXTS[figure]
  const isFromUserCount = cameFrom(state)?.startsWith(paths.userCount())
  const back = useBackLink(isFromUserCount ? USER_COUNT : DASHBOARD)

  const change = useCallback(
    (to: ListFilter, how: { replace: boolean }) => {
      const next = figureSearchOf(figure, to)
      if (next !== figureSearchOf(figure, filter))
        navigate({ search: next }, { ...how, state: entryAfter(state, how) })
    },
    [figure, filter, state, navigate],
  )

  return (
    <>
      <PageHeader
        title={title}
        subtitle={definition}
        back={back}
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
        emptyText="No bookings are counted here."
      />
    </>
  )
}

/** Returns the count in the query string of a URL, or the count of all bookings if there is none. */
function figureFrom(search: string): BookingFigure {
  return keyIn(FIGURE_TEXTS, new URLSearchParams(search).get('figure')) ?? 'all'
}

function figureSearchOf(figure: BookingFigure, filter: ListFilter): string {
  const search = new URLSearchParams(searchOfBookingFilter(filter))
  search.set('figure', figure)
  return `?${search}`
}
