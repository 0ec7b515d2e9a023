import { isolated } from '@mandap/domain/text/text.ts'
import type { Booking } from '@mandap/domain/booking/booking.ts'
import { isExpired } from '@mandap/domain/booking/expiry.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { bookingNumber } from '@mandap/domain/booking/number.ts'
import { bookingStatusLabel } from '@mandap/domain/booking/status.ts'
import { useMemo } from 'preact/compat'
import { useLocation, useNavigate } from '../../router/Router.tsx'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import type { LoginState } from '../../features/navigation/return-to.ts'
import { BookingCard } from '../../features/booking/BookingCard.tsx'
import { BookingCount, BookingList, NoBookings } from '../../features/booking/BookingList.tsx'
import { BookingNotice } from '../../features/booking/BookingNotice.tsx'
import { useLookedUp } from '../../features/booking/number-lookup.ts'
import { NumberSearch } from '../../features/booking/NumberSearch.tsx'
import { eventDay, numberText } from '../../features/booking/text.ts'
import { useBookings } from '../../features/booking/use-bookings.ts'
import { useVisitTime } from './visit-time.ts'
import { ExportButton } from '../../features/export/ExportButton.tsx'
import { exportedTotal } from '../../features/list/paged-list.ts'
import { useClient } from '../../features/client/client-context.ts'
import { expiredNumberSuggestions } from '../../features/booking/queries.ts'
import { useSession } from '../../features/session/current.ts'
import { LIST_NOUNS } from '../../features/summary/list-nouns.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ThreeDots } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { NO_TEXT } from '../../ui/no-text.ts'

const NONE = 'No expired bookings found.'

/**
 * Renders the expired bookings (§2.7). The screen needs no session, but the host may require one for the data
 * (§2.1).
 */
export default function ExpiredBookings() {
  const client = useClient()
  const navigate = useNavigate()
  const now = useVisitTime()
  const { search } = useLocation()
  const numberId = bookingNumber(new URLSearchParams(search).get('numberId') ?? '') || undefined
  const listing = useMemo(() => ({ list: 'expired' as const, now, numberId }), [now, numberId])
  const bookings = useBookings(listing)

  function searchFor(number: string | undefined, how: { replace: boolean }) {
    if (number !== numberId) navigate({ search: number ? `?numberId=${number}` : '' }, how)
  }

  return (
    <>
      <PageHeader
        {...HEADINGS.expiredBookings}
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
      <NumberSearch
        label="Search by Booking ID"
        numberId={numberId}
        onNumber={(number) => searchFor(number, { replace: true })}
        like={(text) => expiredNumberSuggestions(client, now, text)}
        isListed={(booking) => isExpired(bookingIndex(booking), now)}
        detailOf={(booking) => `${isolated(booking.eventType) || NO_TEXT} · ${eventDay(booking)}`}
        className="max-w-md"
      />
      <BookingCount bookings={bookings} />
      <BookingList
        bookings={bookings}
        Item={ExpiredCard}
        loader={<ThreeDots label="Loading expired bookings" />}
        empty={
          bookings.failure?.kind === 'unauthorised' ? (
            <SignInFirst />
          ) : (
            <NoBookings
              bookings={bookings}
              text={NONE}
              actions={
                numberId && (
                  <Button icon="clear" onClick={() => searchFor(undefined, { replace: false })}>
                    Clear search
                  </Button>
                )
              }
            >
              {numberId && <NotExpired numberId={numberId} now={now} />}
            </NoBookings>
          )
        }
      />
    </>
  )
}

function ExpiredCard({ item: booking }: { item: Booking }) {
  return (
    <BookingCard
      item={booking}
      badge={
        <>
          <Badge tone="negative" dot>
            Expired
          </Badge>
          <span className="min-w-0 truncate text-sm text-ink-muted">
            {bookingStatusLabel(booking.status)}
          </span>
        </>
      }
    />
  )
}

/** Says that the searched booking has not expired, and links to it. */
function NotExpired({ numberId, now }: { numberId: string; now: number }) {
  return useLookedUp(numberId)
    .filter((booking) => !isExpired(bookingIndex(booking), now))
    .map((booking) => (
      <BookingNotice
        key={booking.id}
        booking={booking}
        text={`${numberText(booking)} has not expired.`}
      />
    ))
}

/** Says that the host requires a session. Signing in returns to this screen. */
function SignInFirst() {
  const location = useLocation()
  const { ended } = useSession()
  const hasEnded = ended !== null && ended !== 'logout'
  const state: LoginState = hasEnded ? { from: location, ended } : { from: location }
  return (
    <EmptyState
      icon="lock"
      text={NONE}
      hint={hasEnded ? 'Your session has ended.' : 'You are not signed in.'}
      action={
        <ButtonLink look="primary" to={paths.login()} state={state}>
          Sign in to see them
        </ButtonLink>
      }
    />
  )
}
