import {
  bookingChangeProblem,
  CUSTOMER_FIELDS,
  unknownField,
} from '@mandap/domain/booking/change.ts'
import { SWAPPED_FIELDS } from '@mandap/domain/booking/swap.ts'
import { firstForeignMask } from '@mandap/domain/partner/personal-record.ts'
import { type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import type { Changed } from '../records/change.ts'
import { difference } from '../records/difference.ts'

/** The booking to change, and the change: the whole booking (§7), or only some fields. */
interface Patch {
  id: string
  stored: JsonObject
  sent: JsonObject
}

/**
 * Returns the stored booking with the change applied. Checks only fields that differ. Throws an `HttpError`
 * that names the first invalid field.
 */
export async function patchedBooking(trx: Database, { id, stored, sent }: Patch): Promise<Changed> {
  const unknown = unknownField(stored, sent)
  if (unknown !== null) throw invalid(unknown.field, unknown.message)
  const { version: _, _id = null, ...fields } = sent
  if (Object.hasOwn(sent, '_id') && _id !== (stored['_id'] ?? id))
    throw invalid('_id', 'The id of a booking cannot be changed.')
  const patched = { ...stored, ...fields }
  const changed = difference(stored, patched)?.after ?? {}
  const hidden = firstForeignMask(stored, patched)
  if (hidden !== null) throw invalid(hidden, `${hidden} is masked. Send it whole, or leave it out.`)
  const problem = bookingChangeProblem(stored, patched, changed)
  if (problem !== null) throw invalid(problem.field, problem.message)
  await refuseMissing(trx, changed)
  const swaps = SWAPPED_FIELDS.some((field) => Object.hasOwn(changed, field))
  return { body: patched, audit: { kind: swaps ? 'swap' : 'update' } }
}

/** Throws an `HttpError` if a changed field names a customer or partner that does not exist. */
async function refuseMissing(trx: Database, changed: JsonObject): Promise<void> {
  for (const field of CUSTOMER_FIELDS)
    if (Object.hasOwn(changed, field) && !(await exists(trx, ['app_user'], changed[field])))
      throw invalid(field, 'There is no user with this id.')
  if (
    Object.hasOwn(changed, 'partnerId') &&
    !(await exists(trx, ['partner', 'temp_partner'], changed['partnerId']))
  )
    throw invalid('partnerId', 'There is no partner or temp partner with this id.')
}

async function exists(
  trx: Database,
  tables: readonly ('app_user' | 'partner' | 'temp_partner')[],
  reference: unknown,
): Promise<boolean> {
  for (const table of tables) {
    const row = await trx
      .selectFrom(table)
      .select('id')
      .where('id', '=', readId(reference))
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

function invalid(field: string, message: string): HttpError {
  return new HttpError(400, 'INVALID', message, field)
}
