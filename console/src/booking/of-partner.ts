import { useCallback } from 'react'
import { usePagedList } from '../host/paged-list.ts'
import { useHost } from '../host/host-context.ts'
import { bookingsPageQuery } from '../host/queries/booking.ts'

/** The bookings of a partner, newest first (§2.12, §2.15). */
export function useBookingsOfPartner(partnerId: string) {
  const host = useHost()
  return usePagedList(
    useCallback(
      (block: number) => bookingsPageQuery(host, { list: 'ofPartner', partnerId }, block),
      [host, partnerId],
    ),
  )
}
