import { isolated } from '../text/text.ts'
import type { Booking } from './booking.ts'

/** Returns the name of the planner within a sentence, or null if the booking has no planner. A planner may have no name. */
export function plannerName({
  partnerId,
  partnerName,
}: Pick<Booking, 'partnerId' | 'partnerName'>): string | null {
  return isolated(partnerName) || (partnerId === '' ? null : 'a partner without a name')
}
