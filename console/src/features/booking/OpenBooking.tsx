import type { Booking } from '@mandap/domain/booking/booking.ts'
import { paths } from '../navigation/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { bookingState } from './passed-booking.ts'
import { numberText } from './text.ts'

/** Says where a searched booking is that a list does not show, and links to it. */
export function OpenBooking({ booking, where }: { booking: Booking; where: string }) {
  return (
    <p className="flex flex-col items-center gap-2">
      {where}
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
