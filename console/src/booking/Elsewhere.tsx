import { exactlyNumbered } from '@mandap/domain/booking/suggestion.ts'
import { useQuery } from '@tanstack/react-query'
import { useHost } from '../host/host-context.ts'
import { bookingsByNumber } from '../host/queries/booking.ts'
import { OpenBooking } from './OpenBooking.tsx'
import { type FilteredListing, whereElse } from './where-else.ts'

/** Says where a searched booking is that exists but is not in the list, and links to it. */
export function Elsewhere({ listing }: { listing: FilteredListing }) {
  const { numberId = '' } = listing.filter
  const { data = [] } = useQuery(bookingsByNumber(useHost(), numberId))
  return exactlyNumbered(numberId, data).map((booking) => {
    const where = whereElse(booking, listing)
    return where && <OpenBooking key={booking.id} booking={booking} where={where} />
  })
}
