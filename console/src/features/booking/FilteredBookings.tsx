import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { ListFilter } from '@mandap/domain/booking/filter.ts'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'preact/compat'
import type { PagedList } from '../list/paged-list.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { BookingCount, BookingList, NoBookings } from './BookingList.tsx'
import { activeFilters } from './booking-filter-url.ts'
import { Filters } from './Filters.tsx'
import { useLookedUp } from './number-lookup.ts'
import type { FilteredListing } from './why-unlisted.ts'

// loaded on demand, because few searches find a booking outside of their list
const UnlistedBooking = lazy(() => import('./UnlistedBooking.tsx'))

const NONE_MATCHES = 'No bookings match the selected filters.'

/** Renders the filters of a list of bookings, its count and its bookings. */
export function FilteredBookings({
  bookings,
  listing,
  onChange,
  emptyText = NONE_MATCHES,
  aside,
  Item,
}: {
  bookings: PagedList<Booking>
  listing: FilteredListing
  onChange: (to: ListFilter, how: { replace: boolean }) => void
  /** The text of an empty list without filters. */
  emptyText?: string
  /** Beside the count. */
  aside?: ReactNode
  Item?: ComponentType<{ item: Booking; index: number }>
}) {
  const { filter, today } = listing
  const isFiltered = activeFilters(filter) > 0
  return (
    <>
      <Filters filter={filter} today={today} onChange={onChange} />
      <BookingCount bookings={bookings} aside={aside} />
      <BookingList
        bookings={bookings}
        Item={Item}
        empty={
          <NoBookings
            bookings={bookings}
            text={isFiltered || bookings.failure ? NONE_MATCHES : emptyText}
            actions={
              isFiltered && (
                <Button
                  icon="clear"
                  onClick={() => onChange({ sort: filter.sort }, { replace: false })}
                >
                  Clear filters
                </Button>
              )
            }
          >
            <UnlistedBookings listing={listing} />
          </NoBookings>
        }
      />
    </>
  )
}

/** Renders the bookings with the searched number that the list does not show. */
function UnlistedBookings({ listing }: { listing: FilteredListing }) {
  const found = useLookedUp(listing.filter.numberId ?? '')
  return (
    <ErrorBoundary renderFailure={() => null}>
      <Suspense fallback={null}>
        {found.map((booking) => (
          <UnlistedBooking key={booking.id} booking={booking} listing={listing} />
        ))}
      </Suspense>
    </ErrorBoundary>
  )
}
