import { erasedRecord } from '@mandap/domain/person/erased.ts'
import { identityOf, joinIdentities, type PersonReference } from '@mandap/domain/person/person.ts'
import { type JsonObject, readInstant } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { appendAuditEntries } from '../audit/append.ts'
import type { Database } from '../database/connection.ts'
import { detachDocuments } from '../document-store/remove.ts'
import { PARTNER } from '../partner/kind.ts'
import { awaitWrites } from '../records/erased.ts'
import { deletePersonalValues } from '../records/personal-values.ts'
import { toStoredRecord } from '../records/stored-record.ts'
import { lockRows, writeBodies } from '../records/write.ts'
import { appendErasure } from '../erasure-list/erasure-list.ts'
import { bookingEntry, eraseFromBookings } from './erase-bookings.ts'
import { enteredByHand, findPerson, PERSON_KINDS } from './find.ts'
import { eraseTraces } from './traces.ts'

/** Who erases whom, and why. */
export interface ErasureRequest extends PersonReference {
  /** The administrator's e-mail, or the command that repeats an erasure after a restore. */
  by: string
  reason: string
  /** The masked phone of the Super Admin. */
  elevation?: string | undefined
  /** Whether the list of destructions has the erasure already. */
  isListed?: boolean
}

export interface ErasureResult {
  erasedAt: Date
  /** Whether this call erased the person; false if they had been erased before. */
  isNew: boolean
  bookings: number
  documents: number
}

/**
 * Erases a person: their record, what bookings say about them, records of the same person that were entered by hand, and
 * the personal details of audit entries. Adds one audit entry, without the name, and one to the list of destructions.
 * Returns undefined if there is no record. `removeDocuments` follows the transaction, and destroys the documents.
 */
export async function erasePerson(
  trx: Database,
  { subject, id, by, reason, elevation, isListed = false }: ErasureRequest,
  now: Date,
): Promise<ErasureResult | undefined> {
  await awaitWrites(trx)
  const person = { subject, id }
  const found = await findPerson(trx, person)
  if (!found) return undefined
  const before = readInstant(found.body['erasedAt'])
  if (before !== null)
    return { erasedAt: new Date(before), isNew: false, bookings: 0, documents: 0 }
  const own = identityOf(found.body)
  const byHand = await enteredByHand(trx, person, own)
  // a record that was entered by hand may have another phone or e-mail address
  const identity = joinIdentities(own, ...byHand.map(({ body }) => identityOf(body)))
  const people: PersonReference[] = [
    person,
    ...byHand.map((row) => ({ subject: 'tempPartner', id: row.id }) as const),
  ]
  for (const one of people) await eraseRecord(trx, one, by, now)
  const { ids, erased } = await eraseFromBookings(trx, people, identity, by)
  // after the record is locked, so that an upload that is under way has its row, or is refused
  const documents = subject === 'partner' ? await detachDocuments(trx, [id]) : []
  await eraseTraces(trx, people, identity, ids)
  if (!isListed) await appendErasure(trx, ...people.map(listed))
  await appendAuditEntries(
    trx,
    ...erased.map((booking) => bookingEntry(booking, by, elevation)),
    ...people.map((one) => ({
      by,
      kind: 'erase' as const,
      subject: one.subject,
      subjectId: one.id,
      subjectName: '',
      after: { bookings: erased.length, documents: documents.length },
      reason,
      elevation,
    })),
  )
  return { erasedAt: now, isNew: true, bookings: erased.length, documents: documents.length }
}

function listed({ subject, id: subjectId }: PersonReference) {
  return { kind: 'erase', subject, subjectId } as const
}

/** Replaces the record by that of an erased person, also the one of a deleted partner. */
async function eraseRecord(
  trx: Database,
  { subject, id }: PersonReference,
  by: string,
  now: Date,
): Promise<void> {
  const kind = PERSON_KINDS[subject]
  const [row] = await lockRows(trx, kind, [id])
  if (row) {
    const body = erasedRecord(subject, row.body, now)
    const record = toStoredRecord(kind, body)
    await writeBodies<{ id: string }>(trx, kind, [record], by)
    if (subject === 'user')
      await sql`
        update user_group set name = app_user.name, search_text = null from app_user
        where app_user.id = ${id} and user_id = ${id}`.execute(trx)
  }
  if (subject === 'partner') await eraseDeletedPartner(trx, id, now)
  await deletePersonalValues(trx, subject, [id])
}

async function eraseDeletedPartner(trx: Database, id: string, now: Date): Promise<void> {
  const row = await trx
    .selectFrom('deleted_partner')
    .select('body')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  const { body, indexFields } = toStoredRecord(PARTNER, erasedRecord('partner', row.body, now))
  await trx
    .updateTable('deleted_partner')
    .set({
      body: sql<JsonObject>`${JSON.stringify(body)}::jsonb`,
      name: indexFields.name,
      search_text: indexFields.searchText,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}
