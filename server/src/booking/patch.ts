import { BookingChanges } from '@mandap/contract/booking.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { Compile } from 'typebox/compile'
import { invalid } from '../call.ts'
import { Problem } from '../problem.ts'
import { difference } from '../record/difference.ts'

const changes = Compile(BookingChanges)

/**
 * The stored booking with what a patch changes. The patch may be the booking whole (§7), so only
 * fields that differ are looked at. Throws a `Problem` that names the field that cannot become so.
 */
export function patchedBooking(stored: JsonObject, patch: JsonObject, id: string): JsonObject {
  const { version: _, ...fields } = patch
  if (Object.hasOwn(fields, '_id') && fields['_id'] !== (stored['_id'] ?? id))
    throw new Problem(400, 'INVALID', 'The id of a booking cannot be changed.', '_id')
  const patched = { ...stored, ...fields }
  const changed = difference(stored, patched)?.after ?? {}
  if (!changes.Check(changed)) throw invalid(changes.Errors(changed))
  return patched
}
