import { shown } from '../text/text.ts'
import type { JsonObject } from '../wire/read.ts'
import type { Booking } from './booking.ts'
import type { ManualPartner } from './manual-partner.ts'

/** The new partner of a booking: an approved partner, or a temp partner that was just created. */
export interface AssignedPartner {
  id: string
  name: string
  mobile: string
}

export const NOTHING_TO_SAVE =
  'Please select a partner or fill in the manual details to save.' as const

/**
 * Returns why the dialog cannot save (§5.8), or `null`. Manual details need a name, because the booking shows it.
 */
export function swapProblem(
  selected: AssignedPartner | null,
  manual: Pick<ManualPartner, 'PartnerName'>,
): string | null {
  return selected !== null || shown(manual.PartnerName) !== '' ? null : NOTHING_TO_SAVE
}

/**
 * Maximum size of the body of `PATCH /bookings/{id}`, in bytes. Imported bookings can be larger than
 * MAX_RECORD_BYTES.
 */
export const MAX_PATCH_BYTES = 1024 * 1024

/** Returns the body of `PATCH /bookings/{id}`: the whole booking with its partner replaced (§7). */
export function withPartner(
  booking: Pick<Booking, 'original'>,
  partner: AssignedPartner,
): JsonObject {
  return { ...booking.original, ...swappedFields(partner) }
}

/** Returns `PARTNER_FIELDS` with the new partner. */
export function swappedFields({ id, name, mobile }: AssignedPartner): JsonObject {
  return { partnerId: id, partnerName: name, partnerMobile: mobile }
}
