import { BookingChanges } from '@mandap/contract/booking.ts'
import { firstMaskedField, withTrueNumbers } from '@mandap/domain/partner/personal-number.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { Compile } from 'typebox/compile'
import { invalid } from '../call.ts'
import { Problem } from '../problem.ts'
import type { Changed } from '../record/change.ts'
import { difference } from '../record/difference.ts'

const changes = Compile(BookingChanges)

/** The fields that a partner swap replaces (§7). */
const SWAPPED = ['partnerId', 'partnerName', 'partnerMobile']

/**
 * The stored booking with what a patch changes. The patch may be the booking whole (§7), so only
 * fields that differ are looked at. Throws a `Problem` that names the field that cannot become so.
 */
export function patchedBooking(stored: JsonObject, patch: JsonObject, id: string): Changed {
  const { version: _, ...fields } = withTrueNumbers(stored, patch)
  if (Object.hasOwn(fields, '_id') && fields['_id'] !== (stored['_id'] ?? id))
    throw new Problem(400, 'INVALID', 'The id of a booking cannot be changed.', '_id')
  const patched = { ...stored, ...fields }
  const changed = difference(stored, patched)?.after ?? {}
  if (!changes.Check(changed)) throw invalid(changes.Errors(changed))
  const hidden = firstMaskedField(changed)
  if (hidden !== null)
    throw new Problem(
      400,
      'INVALID',
      `${hidden} is masked. Send it whole, or leave it out.`,
      hidden,
    )
  const swaps = SWAPPED.some((field) => Object.hasOwn(changed, field))
  return { body: patched, act: { kind: swaps ? 'swap' : 'update' } }
}
