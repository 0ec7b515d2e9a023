import type { Booking } from '@mandap/domain/booking/booking.ts'
import { LOOKUP_DEBOUNCE_MS } from '@mandap/domain/booking/number.ts'
import { withExactNumber } from '@mandap/domain/booking/suggestion.ts'
import { useQuery } from '@tanstack/preact-query'
import { useClient } from '../client/client-context.ts'
import { bookingsByNumber } from './queries.ts'
import { useSettled } from '../../ui/use-settled.ts'

/** Looks up a typed booking number on the host, 500 ms after the last key (§5.4). */
export function useNumberLookup(text: string) {
  const settled = useSettled(text, LOOKUP_DEBOUNCE_MS)
  const lookup = useQuery(bookingsByNumber(useClient(), settled ? text : ''))
  return { lookup, pending: !settled || lookup.isFetching }
}

/** Returns the bookings that the search field's lookup found with exactly this number. Sends no call. */
export function useLookedUp(numberId: string): readonly Booking[] {
  const { data = [] } = useQuery({ ...bookingsByNumber(useClient(), numberId), enabled: false })
  return withExactNumber(numberId, data)
}
