import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { ComponentType, ReactNode } from 'react'
import type { LongRead } from '../host/blocks.ts'
import { Button } from '../ui/Button.tsx'
import { type CardSize, LongList } from '../ui/LongList.tsx'
import { EmptyState, GapNotice } from '../ui/states.tsx'
import { BOOKING_CARD, BookingCard, BookingCardSkeleton } from './BookingCard.tsx'

const SKELETON = <BookingCardSkeleton />

/** Cards drawn while the length of the list is not known: a screenful on any display. */
const SKELETONS = 24

export function isLoading({ total, failure }: LongRead<Booking>): boolean {
  return total === null && failure === null
}

/** How many bookings a list has, said aloud as it changes. */
export function BookingCount({ bookings }: { bookings: LongRead<Booking> }) {
  const { total, failure } = bookings
  return (
    <output className="block mt-4 mb-3 min-h-5.5 text-ink-muted">
      {isLoading(bookings)
        ? 'Loading bookings…'
        : !failure && `${total?.toLocaleString('en-IN')} ${total === 1 ? 'booking' : 'bookings'}`}
    </output>
  )
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
  bookings: LongRead<Booking>
  /** Where there are none, or none could be had (§8). */
  empty: ReactNode
  /** Stands in for the list until it has begun; else its cards on their way do. */
  loader?: ReactNode
  size?: CardSize
  Item?: ComponentType<{ item: Booking; index: number }>
  skeleton?: ReactNode
}) {
  const { total, failure, retrying, retry } = bookings
  const loading = isLoading(bookings)
  if (total === 0 || failure) return empty
  if (loading && loader) return loader
  return (
    <>
      <LongList
        label="Bookings"
        total={total ?? SKELETONS}
        itemAt={bookings.itemAt}
        onView={bookings.onView}
        stale={loading || bookings.stale}
        size={size}
        Item={Item}
        skeleton={skeleton}
      />
      {bookings.hasGaps && (
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
  bookings: LongRead<Booking>
  text: string
  /** Beside the button that tries again. */
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <EmptyState
      icon={failure ? 'alert' : 'search'}
      text={text}
      hint={failure && `The bookings could not be loaded. ${failure.message}`}
      action={
        <div className="flex flex-col items-center gap-4">
          {children}
          <div className="flex flex-wrap justify-center gap-2">
            {failure && (
              <Button icon="refresh" busy={retrying} onClick={retry}>
                Try again
              </Button>
            )}
            {actions}
          </div>
        </div>
      }
    />
  )
}
