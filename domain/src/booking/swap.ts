import { clean } from '../rule/text.ts'
import type { JsonObject } from '../wire/read.ts'
import type { Booking } from './booking.ts'
import type { ManualPartner } from './manual-partner.ts'

/** The partner a booking is given: an existing one, or a temp partner's create response. */
export interface AssignedPartner {
  id: string
  name: string
  mobile: string
}

export const NOTHING_TO_SAVE =
  'Please select a partner or fill in the manual details to save.' as const

/**
 * Why the edit dialog cannot save (§5.8), or `null`. Manual details need a name: it is what the
 * booking and its card show.
 */
export function swapProblem(
  selected: AssignedPartner | null,
  manual: Pick<ManualPartner, 'PartnerName'>,
): string | null {
  return selected !== null || clean(manual.PartnerName) !== '' ? null : NOTHING_TO_SAVE
}

/** The booking, whole, with its partner replaced: the body of PATCH /bookings/{id} (§7). */
export function withPartner(
  booking: Pick<Booking, 'original'>,
  partner: AssignedPartner,
): JsonObject {
  return {
    ...booking.original,
    partnerId: partner.id,
    partnerName: partner.name,
    partnerMobile: partner.mobile,
  }
}
