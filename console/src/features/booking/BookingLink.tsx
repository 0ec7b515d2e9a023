import type { Booking } from '@mandap/domain/booking/booking.ts'
import { bookingStatusLabel } from '@mandap/domain/booking/status.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import { Link } from '../../router/Link.tsx'
import { paths } from '../navigation/paths.ts'
import { NO_TEXT } from '../../ui/no-text.ts'
import { bookingState } from './passed-booking.ts'
import { eventDay, numberText } from './text.ts'

/** Renders a booking as a link to its detail, in a line: 'Wedding MB26K1042, 5–7 Dec 2027, Pending'. */
export function BookingLink({
  booking,
  inNewTab = false,
}: {
  booking: Booking
  /** Keeps the current screen, for a link beside unsaved input. */
  inNewTab?: boolean
}) {
  const title = `${isolated(booking.eventType) || NO_TEXT} ${numberText(booking)}`
  return (
    <span className="wrap-anywhere">
      <Link
        to={paths.bookingDetailsCard(booking.id)}
        state={(here: string) => bookingState(booking, here)}
        {...(inNewTab && { target: '_blank', rel: 'noreferrer' })}
        className="font-medium underline underline-offset-2"
      >
        {title}
        {inNewTab && <span className="sr-only"> (opens in a new tab)</span>}
      </Link>
      , {eventDay(booking)}, {bookingStatusLabel(booking.status).replace(/\.$/, '')}
    </span>
  )
}
