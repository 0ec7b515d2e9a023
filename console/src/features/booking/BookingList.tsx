import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { ComponentType, ReactNode } from 'preact/compat'
import { totalText } from '../list/total-text.ts'
import type { PagedList } from '../list/paged-list.ts'
import { LIST_NOUNS } from '../summary/list-nouns.ts'
import { type CardSize, VirtualGrid } from '../../ui/VirtualGrid.tsx'
import { GapNotice, NoItems } from '../../ui/states.tsx'
import { BOOKING_CARD, BookingCard, BookingCardSkeleton } from './BookingCard.tsx'

const SKELETON = <BookingCardSkeleton />

/** Renders how many bookings a list has and announces changes of the count. */
export function BookingCount({
  bookings,
  aside,
}: {
  bookings: PagedList<Booking>
  /** Beside the count: at most one line, whose height is reserved until it has loaded. */
  aside?: ReactNode
}) {
  const { failure } = bookings
  return (
    <div
      className={`mt-4 mb-3 flex flex-wrap items-center gap-x-5 ${aside ? 'min-h-8 pointer-coarse:min-h-10' : 'min-h-5.5'}`}
    >
      <output data-count tabIndex={-1} className="text-ink-muted">
        {!failure && totalText(bookings, LIST_NOUNS.bookings)}
      </output>
      {aside}
    </div>
  )
}

/** Renders a list of bookings as cards, or its loading, empty or failed state. */
export function BookingList({
  bookings,
  empty,
  loader,
  size = BOOKING_CARD,
  Item = BookingCard,
  skeleton = SKELETON,
}: {
  bookings: PagedList<Booking>
  /** Shown when the list is empty or could not be loaded (§8). */
  empty: ReactNode
  /** Shown until the first page has loaded. The default is skeleton cards. */
  loader?: ReactNode
  size?: CardSize
  Item?: ComponentType<{ item: Booking; index: number }> | undefined
  skeleton?: ReactNode
}) {
  const { total, failure, hasGaps, retrying, retry } = bookings
  if (total === 0 || failure) return <div data-wide>{empty}</div>
  if (total === null && loader) return <div data-wide>{loader}</div>
  return (
    <div data-wide>
      <VirtualGrid label="Bookings" items={bookings} size={size} Item={Item} skeleton={skeleton} />
      {hasGaps && (
        <GapNotice text="Some bookings could not be loaded." retrying={retrying} onRetry={retry} />
      )}
    </div>
  )
}

/** Renders an empty list of bookings. A failed fetch shows the same text (§8) with a 'Try again' button. */
export function NoBookings({
  bookings: { failure, retrying, retry },
  text,
  actions,
  children,
}: {
  bookings: PagedList<Booking>
  text: string
  /** Beside the 'Try again' button. */
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <NoItems
      text={text}
      failure={
        failure && {
          hint: `The bookings could not be loaded. ${failure.message}`,
          retrying,
          onRetry: retry,
        }
      }
      actions={actions}
    >
      {children}
    </NoItems>
  )
}
