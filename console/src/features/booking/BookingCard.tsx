import { isolated } from '@mandap/domain/text/text.ts'
import type { Booking } from '@mandap/domain/booking/booking.ts'
import { cityOf } from '@mandap/domain/booking/city.ts'
import { serviceCategories } from '@mandap/domain/booking/service.ts'
import { bookingStatusLabel, bookingStatusTone } from '@mandap/domain/booking/status.ts'
import type { ReactNode } from 'preact/compat'
import { Link } from '../../router/Link.tsx'
import { paths } from '../navigation/paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import {
  LinkCard,
  LinkCardSkeleton,
  type SkeletonLine,
  STRETCHED_LINK,
} from '../../ui/LinkCard.tsx'
import type { CardSize } from '../../ui/VirtualGrid.tsx'
import { bookingState } from './passed-booking.ts'
import { dayText } from '../time/date-text.ts'
import { eventDay, numberText } from './text.ts'
import { NOTHING, rupees } from '../../ui/rupees.ts'
import { NO_TEXT } from '../../ui/no-text.ts'

/** The size of a booking's card in a list. */
export const BOOKING_CARD: CardSize = { minWidth: 19.5, height: 13.25, wideHeight: 15.75 }

/** Renders a summary of a booking. The whole card links to the booking's detail (§2.5). */
export function BookingCard({
  item: booking,
  badge,
  children,
}: {
  item: Booking
  /** Replaces the status badge. */
  badge?: ReactNode
  /** At most two lines below the status. The card must be higher by these lines. */
  children?: ReactNode
}) {
  const { eventType, services, partnerName, status } = booking
  return (
    <LinkCard>
      <h2>
        <Link
          to={paths.bookingDetailsCard(booking.id)}
          state={(here: string) => bookingState(booking, here)}
          data-wraps
          className={`flex items-baseline justify-between gap-x-3 ${STRETCHED_LINK}`}
        >
          <span
            dir="auto"
            className="min-w-0 truncate text-lg font-semibold tracking-tight group-hover:text-accent-text"
          >
            {eventType || NO_TEXT}
          </span>{' '}
          <span className="max-w-3/5 shrink-0 truncate text-sm font-medium text-ink-muted">
            {numberText(booking)}
          </span>
        </Link>
      </h2>
      <p data-wraps className="mt-1 flex items-center gap-x-2">
        {badge ?? (
          <Badge tone={bookingStatusTone(status)} dot>
            <span className="block truncate">{bookingStatusLabel(status)}</span>
          </Badge>
        )}
      </p>
      {children && (
        <p
          dir="auto"
          className="mt-1.5 line-clamp-2 text-left text-sm wrap-anywhere text-ink-muted"
        >
          {children}
        </p>
      )}
      <dl className="mt-auto grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
        <DetailLine term="Event date">{eventDay(booking)}</DetailLine>
        <DetailLine term="Booking date">{dayText(booking.createdAt)}</DetailLine>
        <DetailLine term="Service">{serviceCategories(booking).join(', ')}</DetailLine>
        <DetailLine term="Planner">{partnerName || NOTHING}</DetailLine>
        <WideLines booking={booking} />
        <div data-wraps className="col-span-2 flex gap-x-2 border-t border-line pt-2">
          <dt className="shrink-0 text-ink-muted">Additional services</dt>
          <dd className="min-w-0 truncate" title={services.join(', ')}>
            {services.map(isolated).join(', ') || 'None'}
          </dd>
        </div>
      </dl>
    </LinkCard>
  )
}

/** Renders the customer and city, and the amount, on a wide window. The card is higher there. */
function WideLines({ booking: { customerName, location, budget } }: { booking: Booking }) {
  const city = cityOf(location)
  return (
    <>
      {customerName === '' ? (
        <DetailLine term="City" wide>
          {city || NOTHING}
        </DetailLine>
      ) : (
        <DetailLine term="Customer" wide>
          {[customerName, city].filter(Boolean).map(isolated).join(', ')}
        </DetailLine>
      )}
      <DetailLine term="Amount" wide>
        {rupees(budget)}
      </DetailLine>
    </>
  )
}

/** Renders one line of a booking's card, below its title. */
export function DetailLine({
  term,
  wide = false,
  children,
}: {
  term: string
  /** Shows the line on a wide window only. */
  wide?: boolean
  children: string
}) {
  return (
    <div className={`min-w-0 ${wide ? 'hidden lg:block' : ''}`}>
      <dt className="text-xs text-ink-muted">{term}</dt>
      {/* cuts off the end of a long name, also of a right-to-left name */}
      <dd dir="auto" className="truncate text-left font-medium" title={children}>
        {children}
      </dd>
    </div>
  )
}

/** Renders the card of a booking that is loading. */
export function BookingCardSkeleton() {
  return <LinkCardSkeleton lines={SKELETON_LINES} />
}

const SKELETON_LINES: readonly SkeletonLine[] = [
  { x: 'left', y: 'top 0.125rem', width: '7rem' },
  { x: 'right', y: 'top 0.125rem', width: '4rem' },
  { x: 'left', y: 'top 2rem', width: '6rem' },
  { x: 'left', y: 'bottom 4.5rem', width: 'calc(50% - 3rem)' },
  { x: 'right', y: 'bottom 4.5rem', width: 'calc(50% - 0.5rem)' },
  { x: 'left', y: 'bottom 2.25rem', width: 'calc(50% - 4rem)' },
  { x: 'right', y: 'bottom 2.25rem', width: 'calc(50% - 0.5rem)' },
  { x: 'left', y: 'bottom 0px', width: '100%' },
]
