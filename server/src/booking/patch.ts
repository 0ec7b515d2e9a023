import { bookingChangeProblem, unknownField } from '@mandap/domain/booking/change.ts'
import {
  bookingFrom,
  CUSTOMER_DETAIL_FIELDS,
  CUSTOMER_FIELDS,
  PARTNER_FIELDS,
  PARTNER_NAME_FIELDS,
} from '@mandap/domain/booking/booking.ts'
import { firstForeignMask } from '@mandap/domain/partner/personal-record.ts'
import { type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { invalid } from '../http/http-error.ts'
import type { Changed } from '../records/change.ts'
import { difference } from '../records/difference.ts'
import { erasedPeopleOf } from '../records/erased.ts'

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
  await refuseErasedDetails(trx, patched, changed)
  const swaps = PARTNER_FIELDS.some((field) => Object.hasOwn(changed, field))
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

/** Throws an `HttpError` if a change would store details of an erased person again. */
async function refuseErasedDetails(
  trx: Database,
  patched: JsonObject,
  changed: JsonObject,
): Promise<void> {
  const named = PARTNER_NAME_FIELDS.find((field) => Object.hasOwn(changed, field))
  const personal = CUSTOMER_DETAIL_FIELDS.find((field) => Object.hasOwn(changed, field))
  if (named === undefined && personal === undefined) return
  const { partnerId, userId } = bookingFrom(patched)
  const { partners, customers } = await erasedPeopleOf(trx, [{ partnerId, userId }])
  if (named !== undefined && partners.has(partnerId))
    throw invalid(named, 'The partner of this booking was erased. Choose another one.')
  if (personal !== undefined && customers.has(userId))
    throw invalid(personal, 'The customer of this booking was erased, so it cannot have this.')
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
      // nobody can be assigned who was erased
      .where(sql<boolean>`not body ? 'erasedAt'`)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}
