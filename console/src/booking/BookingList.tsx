import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { ComponentType, ReactNode } from 'react'
import type { PagedList } from '../list/paged-list.ts'
import { counted } from '../ui/counted.ts'
import { type CardSize, VirtualGrid } from '../ui/VirtualGrid.tsx'
import { GapNotice, NoItems } from '../ui/states.tsx'
import { BOOKING_CARD, BookingCard, BookingCardSkeleton } from './BookingCard.tsx'

const SKELETON = <BookingCardSkeleton />

const NOUNS = ['booking', 'bookings'] as const

/** How many bookings a list has, announced as it changes. */
export function BookingCount({
  bookings,
  aside,
}: {
  bookings: PagedList<Booking>
  /** Beside the count: at most a line, whose height is kept until it is there. */
  aside?: ReactNode
}) {
  const { failure } = bookings
  return (
    <div
      className={`mt-4 mb-3 flex flex-wrap items-center gap-x-5 ${aside ? 'min-h-8 pointer-coarse:min-h-10' : 'min-h-5.5'}`}
    >
      <output className="text-ink-muted">{!failure && countText(bookings)}</output>
      {aside}
    </div>
  )
}

function countText({ total, totalIsExact }: PagedList<Booking>): string {
  if (total === null) return 'Loading bookings…'
  return totalIsExact ? counted(total, NOUNS) : `More than ${counted(total, NOUNS)}`
}

/** Cards of a list of bookings, and what stands there while it loads, is empty or has gaps. */
export function BookingList({
  bookings,
  empty,
  loader,
  size = BOOKING_CARD,
  Item = BookingCard,
  skeleton = SKELETON,
}: {
  bookings: PagedList<Booking>
  /** Where there are none, or none could be had (§8). */
  empty: ReactNode
  /** Stands in for the list until it has begun; else its cards on their way do. */
  loader?: ReactNode
  size?: CardSize
  Item?: ComponentType<{ item: Booking; index: number }>
  skeleton?: ReactNode
}) {
  const { total, failure, hasGaps, retrying, retry } = bookings
  if (total === 0 || failure) return empty
  if (total === null && loader) return loader
  return (
    <>
      <VirtualGrid label="Bookings" items={bookings} size={size} Item={Item} skeleton={skeleton} />
      {hasGaps && (
        <GapNotice text="Some bookings could not be loaded." retrying={retrying} onRetry={retry} />
      )}
    </>
  )
}

/** §8: a failed fetch gives an empty list with the empty text; what can be done stands beside it. */
export function NoBookings({
  bookings: { failure, retrying, retry },
  text,
  actions,
  children,
}: {
  bookings: PagedList<Booking>
  text: string
  /** Beside the button that tries again. */
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
