import { useCallback } from 'react'
import { usePagedList } from '../list/paged-list.ts'
import { useClient } from '../client/client-context.ts'
import { bookingsPageQuery } from './queries.ts'

/** Returns the bookings of a partner, newest first (§2.12, §2.15). */
export function useBookingsOfPartner(partnerId: string) {
  const client = useClient()
  return usePagedList(
    useCallback(
      (page: number) => bookingsPageQuery(client, { list: 'ofPartner', partnerId }, page),
      [client, partnerId],
    ),
  )
}
