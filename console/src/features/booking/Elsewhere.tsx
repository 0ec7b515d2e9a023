import { useQuery } from '@tanstack/preact-query'
import { useLookedUp } from './number-lookup.ts'
import type { FilteredListing } from './where-else.ts'

/** Says where a searched booking is if it exists outside of the list, and links to it. */
export function Elsewhere({ listing }: { listing: FilteredListing }) {
  const found = useLookedUp(listing.filter.numberId ?? '')
  // loaded on demand, because few searches find a booking outside of their list
  const { data: code } = useQuery({
    queryKey: ['code', 'elsewhere'],
    queryFn: () => import('./OpenElsewhere.tsx'),
    enabled: found.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    code &&
    found.map((booking) => (
      <code.OpenElsewhere key={booking.id} booking={booking} listing={listing} />
    ))
  )
}
