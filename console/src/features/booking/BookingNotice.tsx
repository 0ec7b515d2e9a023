import type { Booking } from '@mandap/domain/booking/booking.ts'
import { paths } from '../navigation/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { bookingState } from './passed-booking.ts'
import { numberText } from './text.ts'

/** Renders a text about a booking with a button that opens it. */
export function BookingNotice({ booking, text }: { booking: Booking; text: string }) {
  return (
    <p className="flex flex-col items-center gap-2">
      {text}
      <ButtonLink
        look="primary"
        icon="booking"
        to={paths.bookingDetailsCard(booking.id)}
        state={(here: string) => bookingState(booking, here)}
      >
        Open {numberText(booking)}
      </ButtonLink>
    </p>
  )
}
