import type { Booking } from '@mandap/domain/booking/booking.ts'
import { countText } from '@mandap/domain/text/counted.ts'
import { useMemo } from 'preact/compat'
import { useLocation, useNavigate } from '../../router/Router.tsx'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import { useBackLink } from '../../features/navigation/back-link.ts'
import { BOOKING_CARD, BookingCard } from '../../features/booking/BookingCard.tsx'
import { BookingCount, BookingList, NoBookings } from '../../features/booking/BookingList.tsx'
import { ExportButton } from '../../features/export/ExportButton.tsx'
import { exportedTotal } from '../../features/list/paged-list.ts'
import { useBookings } from '../../features/booking/use-bookings.ts'
import { plainSearch, searchOf } from '../../features/list/plain-search.ts'
import { foundTransaction } from '../../features/booking/found-text.ts'
import { LIST_NOUNS } from '../../features/summary/list-nouns.ts'
import { Highlight } from '../../features/search/Highlight.tsx'
import { AddressSearch } from '../../ui/AddressSearch.tsx'
import { Button } from '../../ui/Button.tsx'
import type { CardSize } from '../../ui/VirtualGrid.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

// two lines more than other booking cards
const CARD: CardSize = { ...BOOKING_CARD, height: 15.75, wideHeight: 18.25 }

/** Renders all bookings that match the dashboard's search (§2.4, §5.5), newest first. The search is in the URL. */
export default function FoundBookings() {
  const navigate = useNavigate()
  const typed = useTypedSearch()
  const search = plainSearch(typed)
  const listing = useMemo(() => ({ list: 'found' as const, search }), [search])
  const bookings = useBookings(listing)
  const { total, totalIsExact, failure } = bookings
  const back = useBackLink({
    to: `${paths.dashboard()}${searchOf(search)}`,
    label: HEADINGS.foundBookings.back,
  })

  return (
    <>
      <PageHeader
        title={HEADINGS.foundBookings.title}
        back={back}
        actions={
          !failure && (
            <ExportButton
              list={{ of: 'bookings', listing }}
              total={exportedTotal(bookings)}
              nouns={LIST_NOUNS.bookings}
            />
          )
        }
      />
      <AddressSearch
        label="Search bookings"
        className="max-w-lg"
        search={typed}
        placeholder="Booking ID, event, planner, location or transaction"
        onSearch={(text) => {
          const next = searchOf(text)
          if (next !== searchOf(typed)) navigate({ search: next }, { replace: true })
        }}
      />
      <BookingCount bookings={bookings} />
      {!totalIsExact && total !== null && (
        <p className="-mt-2 mb-3 text-ink-muted">
          The newest {countText(total)} are listed. Refine the search, or export all.
        </p>
      )}
      <BookingList
        bookings={bookings}
        size={CARD}
        Item={FoundCard}
        empty={
          <NoBookings
            bookings={bookings}
            text={search === '' && !failure ? 'Enter a search text.' : 'No bookings found.'}
            actions={
              search !== '' && (
                <Button icon="clear" onClick={() => navigate({ search: '' })}>
                  Clear search
                </Button>
              )
            }
          />
        }
      />
    </>
  )
}

/** Renders a booking with its location, behind its transaction id if the search finds more by that. */
function FoundCard({ item: booking }: { item: Booking }) {
  const typed = useTypedSearch()
  const found = foundTransaction(booking, typed)
  return (
    <BookingCard item={booking}>
      {found !== null && (
        <>
          <bdi>
            <Highlight text={found} typed={typed} />
          </bdi>
          {booking.location && ' · '}
        </>
      )}
      <bdi>
        <Highlight text={booking.location} typed={typed} />
      </bdi>
    </BookingCard>
  )
}

function useTypedSearch(): string {
  return new URLSearchParams(useLocation().search).get('search') ?? ''
}
