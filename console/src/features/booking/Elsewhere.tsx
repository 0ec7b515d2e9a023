import { useQuery } from '@tanstack/react-query'
import { useLookedUp } from './number-lookup.ts'
import { OpenBooking } from './OpenBooking.tsx'
import type { FilteredListing } from './where-else.ts'

/** Says where a searched booking is if it exists outside of the list, and links to it. */
export function Elsewhere({ listing }: { listing: FilteredListing }) {
  const found = useLookedUp(listing.filter.numberId ?? '')
  const { data: rules } = useQuery({
    queryKey: ['code', 'where else'],
    // loaded on demand, because few searches find a booking outside of their list
    queryFn: () => import('./where-else.ts'),
    enabled: found.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  return found.map((booking) => {
    const where = rules?.whereElse(booking, listing)
    return where && <OpenBooking key={booking.id} booking={booking} where={where} />
  })
}
