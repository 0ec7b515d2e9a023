import { useLookedUp } from './number-lookup.ts'
import { OpenBooking } from './OpenBooking.tsx'
import { type FilteredListing, whereElse } from './where-else.ts'

/** Says where a searched booking is if it exists outside of the list, and links to it. */
export function Elsewhere({ listing }: { listing: FilteredListing }) {
  return useLookedUp(listing.filter.numberId ?? '').map((booking) => {
    const where = whereElse(booking, listing)
    return where && <OpenBooking key={booking.id} booking={booking} where={where} />
  })
}
