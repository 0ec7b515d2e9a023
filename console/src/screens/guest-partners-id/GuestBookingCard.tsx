import { type Booking, firstDayOf } from '@mandap/domain/booking/booking.ts'
import { bookingStatusLabel, bookingStatusTone } from '@mandap/domain/booking/status.ts'
import type { User } from '@mandap/domain/user/user.ts'
import type { ReactNode } from 'preact/compat'
import { Link } from '../../router/Link.tsx'
import { paths } from '../../features/navigation/paths.ts'
import { DetailLine } from '../../features/booking/BookingCard.tsx'
import { bookingState } from '../../features/booking/passed-booking.ts'
import { numberText } from '../../features/booking/text.ts'
import { NOTHING } from '../../ui/rupees.ts'
import { dayText } from '../../features/time/date-text.ts'
import { isNotFound } from '@mandap/client/api-error.ts'
import { useClient } from '../../features/client/client-context.ts'
import { useStartedQuery } from '../../features/client/start-query.ts'
import { userById } from '../../features/user/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { EmailLink, PhoneLink } from '../../ui/contact.tsx'
import {
  LinkCard,
  LinkCardSkeleton,
  type SkeletonLine,
  STRETCHED_LINK,
} from '../../ui/LinkCard.tsx'
import type { CardSize } from '../../ui/VirtualGrid.tsx'
import { NO_TEXT } from '../../ui/no-text.ts'

/** The size of a guest partner's booking card. */
export const GUEST_BOOKING_CARD: CardSize = { minWidth: 19.5, height: 14.25 }

/** Milliseconds for which a customer is cached. */
const CACHE_MS = 5 * 60_000

/**
 * Renders a booking with its customer (§2.15), who is fetched while the card exists. The whole card links to
 * the booking.
 */
export function GuestBookingCard({ item: booking }: { item: Booking }) {
  const { eventType, status, userId } = booking
  return (
    <LinkCard>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0">
          <Link
            to={paths.bookingDetailsCard(booking.id)}
            state={(here: string) => bookingState(booking, here)}
            className={`block truncate text-lg font-semibold tracking-tight group-hover:text-accent-text ${STRETCHED_LINK}`}
          >
            {numberText(booking)}
          </Link>
        </h3>
        <span className="flex max-w-full">
          <Badge tone={bookingStatusTone(status)} dot>
            <span className="block truncate" title={bookingStatusLabel(status)}>
              {bookingStatusLabel(status)}
            </span>
          </Badge>
        </span>
      </div>
      <Customer id={userId} />
      <dl className="mt-auto grid grid-cols-2 gap-x-4 border-t border-line pt-2.5 text-sm">
        <DetailLine term="Service">{eventType || NO_TEXT}</DetailLine>
        <DetailLine term="Date of event">{dayText(firstDayOf(booking))}</DetailLine>
      </dl>
    </LinkCard>
  )
}

function Customer({ id }: { id: string }) {
  const customer = useStartedQuery({ ...userById(useClient(), id), staleTime: CACHE_MS })
  const { data: user, error, isFetching, refetch } = customer
  if (id === '') return <p className="mt-3 text-ink-muted">No user ID found</p>
  if (user) return <Person user={user} />
  return (
    <div className="mt-2 flex min-h-9 items-center justify-between gap-2 text-ink-muted">
      {/* a failed lookup shows the same text (§8); 'not found' is cached */}
      <p>Loading user data...</p>
      {error && !isNotFound(error) && (
        <IconButton
          icon="refresh"
          label="Load the customer again"
          size="small"
          busy={isFetching}
          onClick={() => void refetch()}
          className="relative z-1"
        />
      )}
    </div>
  )
}

function Person({ user: { name, phone, email } }: { user: User }) {
  return (
    <dl className="mt-2.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
      <Row term="Customer" title={name}>
        <bdi>{name || NOTHING}</bdi>
      </Row>
      <Row term="Phone" title={phone}>
        <PhoneLink number={phone} none={NOTHING} />
      </Row>
      <Row term="E-mail" title={email}>
        <EmailLink address={email} none={NOTHING} />
      </Row>
    </dl>
  )
}

/** Renders one row of the card. Its links are above the card's own link. */
function Row({ term, title, children }: { term: string; title: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{term}</dt>
      <dd className="truncate font-medium [&_a]:relative [&_a]:z-1" title={title}>
        {children}
      </dd>
    </>
  )
}

/** Renders the card of a booking that is loading. */
export function GuestBookingCardSkeleton() {
  return <LinkCardSkeleton lines={SKELETON_LINES} />
}

const SKELETON_LINES: readonly SkeletonLine[] = [
  { x: 'left', y: 'top 0.125rem', width: '6rem' },
  { x: 'right', y: 'top 0.125rem', width: '5rem' },
  { x: 'left', y: 'top 2.25rem', width: '10rem' },
  { x: 'left', y: 'top 4rem', width: '8rem' },
  { x: 'left', y: 'top 5.75rem', width: '12rem' },
  { x: 'left', y: 'bottom 0px', width: '6rem' },
  { x: 'right', y: 'bottom 0px', width: 'calc(50% - 0.5rem)' },
]
