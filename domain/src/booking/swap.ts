import type { JsonObject } from '../wire/read.ts'
import type { Booking } from './booking.ts'

/** The partner a booking is given: an existing one, or a temp partner's create response. */
export interface AssignedPartner {
  id: string
  name: string
  mobile: string
}

export const NOTHING_TO_SAVE =
  'Please select a partner or fill in the manual details to save.' as const

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
