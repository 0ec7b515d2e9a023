import type { Client } from '@mandap/client/client.ts'
import { MAX_LIMIT } from '@mandap/contract/limits.ts'
import type { Booking } from '@mandap/domain/booking/booking.ts'
import { eventDays, isOpen, type PartnerDays } from '@mandap/domain/booking/double-booking.ts'
import { nearestChosenDay } from '@mandap/domain/time/days.ts'
import { queryOptions } from '@tanstack/preact-query'
import { idle } from '../../ui/idle.ts'
import { timeZone } from '../time/today.ts'
import { readBookingPage } from './read-page.ts'

/**
 * Returns the query of all open bookings of some partners on some days. Without days it does not run. `afterRender`: a
 * partner can have hundreds, so the screen renders first.
 */
export function bookingsOnDaysQuery(
  client: Client,
  days: PartnerDays | null,
  { afterRender = false } = {},
) {
  return queryOptions({
    queryKey: ['bookings', 'on days', days],
    queryFn: async ({ signal }) => {
      if (afterRender) await idle()
      return readOnDays(client, days, signal)
    },
    enabled: days !== null && days.partnerIds.length > 0,
  })
}

/** Returns the days of an open booking for some partners, or null if it is not open or has no days. */
export function daysOf(booking: Booking, partnerIds: readonly string[]): PartnerDays | null {
  const zone = timeZone()
  const days = isOpen(booking) ? eventDays(booking, zone) : null
  return (
    days && {
      // a host refuses days that nobody can choose
      firstDay: nearestChosenDay(days.firstDay),
      lastDay: nearestChosenDay(days.lastDay),
      partnerIds: partnerIds.filter((id) => id !== ''),
      timeZone: zone,
    }
  )
}

async function readOnDays(
  client: Client,
  days: PartnerDays | null,
  signal: AbortSignal,
): Promise<readonly Booking[]> {
  const rows: Booking[] = []
  if (days === null) return rows
  let after: string | undefined
  do {
    const page = await readBookingPage(
      client,
      { list: 'onDays', ...days },
      { limit: MAX_LIMIT, after },
      signal,
    )
    rows.push(...page.rows)
    after = page.next ?? undefined
  } while (after !== undefined)
  return rows
}
