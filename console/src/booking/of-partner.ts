import { useCallback } from 'react'
import { useBlocks } from '../host/blocks.ts'
import { useHost } from '../host/host-context.ts'
import { bookingsBlock } from '../host/queries/booking.ts'

/** The bookings of a partner, newest first (§2.12, §2.15). */
export function useBookingsOfPartner(partnerId: string) {
  const host = useHost()
  return useBlocks(
    useCallback(
      (block: number) => bookingsBlock(host, { list: 'ofPartner', partnerId }, block),
      [host, partnerId],
    ),
  )
}
