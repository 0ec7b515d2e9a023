import { clean } from '../text/text.ts'
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

/** The fields that a swap replaces (§7). */
export const SWAPPED_FIELDS: readonly string[] = ['partnerId', 'partnerName', 'partnerMobile']

/** Bytes that our server takes of a booking, with room for one that was imported beyond the size of a change. */
export const MAX_PATCH_BYTES = 1024 * 1024

/** The booking, whole, with its partner replaced: the body of PATCH /bookings/{id} (§7). */
export function withPartner(
  booking: Pick<Booking, 'original'>,
  partner: AssignedPartner,
): JsonObject {
  return { ...booking.original, ...swappedFields(partner) }
}

/** The fields of a booking that name its partner. */
export function swappedFields({ id, name, mobile }: AssignedPartner): JsonObject {
  return { partnerId: id, partnerName: name, partnerMobile: mobile }
}
