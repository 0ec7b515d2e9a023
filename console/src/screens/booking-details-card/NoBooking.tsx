import { useBackLink } from '../../features/navigation/back-link.ts'
import { HEADINGS } from '../../features/navigation/headings.ts'
import { paths } from '../../features/navigation/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** The list to which the screen leads back. */
export const LIST = { to: paths.bookingDetails(), label: HEADINGS.bookingDetailsCard.back }

const TO_THE_LIST = (
  <ButtonLink look="primary" to={LIST.to}>
    Go to Booking Details
  </ButtonLink>
)

/** Renders the screen without a booking. */
export function NoBooking() {
  return (
    <>
      <PageHeader title={HEADINGS.bookingDetailsCard.title} />
      <Card>
        <EmptyState
          icon="booking"
          text="No booking selected."
          hint="Open a booking from the list of bookings."
          action={TO_THE_LIST}
        />
      </Card>
    </>
  )
}

/** Renders the screen of a booking that a plain host sent without an id. */
export function BookingWithoutId() {
  const back = useBackLink(LIST)
  return (
    <>
      <PageHeader title={HEADINGS.bookingDetailsCard.title} back={back} />
      <Card>
        <EmptyState
          icon="booking"
          text="This booking cannot be opened."
          hint="The host sent it without an ID."
          action={TO_THE_LIST}
        />
      </Card>
    </>
  )
}

/** Renders that the booking no longer exists. */
export function BookingNotFound() {
  return <EmptyState icon="booking" text="This booking no longer exists." action={TO_THE_LIST} />
}
