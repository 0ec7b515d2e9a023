import { isDeepStrictEqual } from 'node:util'
import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { valueAt } from '@mandap/domain/partner/personal-record.ts'
import { ERASED_PARTNER } from '@mandap/domain/partner/status.ts'
import {
  withoutCustomer,
  withoutErasedMentions,
  withoutErasedPartner,
} from '@mandap/domain/person/erased.ts'
import type { PersonSubject } from '@mandap/domain/person/person.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import type { RecordKind } from './kind.ts'
import type { StoredRecord } from './stored-record.ts'

/** The statement of `awaitErasures`. */
export const AWAIT_ERASURES = "select pg_advisory_xact_lock_shared(hashtext('mandap.person.erase'))"

/**
 * Waits for an erasure that is under way, and lets the next one wait until this transaction ends. A transaction that
 * stores what could name a person calls it before it reads or locks any row.
 */
export async function awaitErasures(trx: Database): Promise<void> {
  await sql.raw(AWAIT_ERASURES).execute(trx)
}

/** Waits for the transactions that could name a person, and lets the next ones wait until this transaction ends. */
export async function awaitWrites(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('mandap.person.erase'))`.execute(trx)
}

/** Returns the ids of those records that were erased. */
async function erasedAmong(
  trx: Database,
  subjects: readonly PersonSubject[],
  ids: readonly string[],
): Promise<Set<string>> {
  const distinct = [...new Set(ids)].filter((id) => id !== '')
  if (distinct.length === 0) return new Set()
  const rows = await trx
    .selectFrom('erasure')
    .select('subject_id')
    .where('kind', '=', 'erase')
    .where('subject', 'in', subjects)
    .where('subject_id', 'in', distinct)
    .execute()
  return new Set(rows.map(({ subject_id }) => subject_id))
}

type PeopleOfBooking = Pick<BookingIndex, 'partnerId' | 'userId'>

/** Returns which people of bookings were erased: the ids of the partners and of the customers. */
export async function erasedPeopleOf(
  trx: Database,
  bookings: readonly PeopleOfBooking[],
): Promise<{ partners: Set<string>; customers: Set<string> }> {
  const partners = bookings.map(({ partnerId }) => partnerId)
  const customers = bookings.map(({ userId }) => userId)
  return {
    partners: await erasedAmong(trx, ['partner', 'tempPartner'], partners),
    customers: await erasedAmong(trx, ['user'], customers),
  }
}

/** Returns whether a record is that of an erased person. */
export function isErased(body: JsonObject): boolean {
  return Object.hasOwn(body, 'erasedAt')
}

/** Throws 403 `ERASED` for the record of an erased person, which cannot be changed. */
export function refuseErased(body: JsonObject): void {
  if (isErased(body)) throw new HttpError(403, 'ERASED', ERASED_PARTNER)
}

/** Reads the bodies of those records that are stored, by id. */
export type ReadBodies = (ids: readonly string[]) => Promise<ReadonlyMap<string, JsonObject>>

/**
 * Returns records without erased people: their own records are left out, and bookings lose what they say about them.
 * `awaitErasures` comes first.
 */
export async function withoutErased<F extends { id: string }>(
  trx: Database,
  kind: RecordKind<F>,
  records: readonly StoredRecord<F>[],
  readStored: ReadBodies,
): Promise<{ records: readonly StoredRecord<F>[]; erased: string[] }> {
  if (kind.subject === 'booking')
    return { records: await anonymousBookings(trx, kind, records, readStored), erased: [] }
  const ids = records.map(({ indexFields }) => indexFields.id)
  const erased = await erasedAmong(trx, [kind.subject], ids)
  if (erased.size === 0) return { records, erased: [] }
  return {
    records: records.filter(({ indexFields }) => !erased.has(indexFields.id)),
    erased: [...erased],
  }
}

async function anonymousBookings<F extends { id: string }>(
  trx: Database,
  kind: RecordKind<F>,
  records: readonly StoredRecord<F>[],
  readStored: ReadBodies,
): Promise<readonly StoredRecord<F>[]> {
  const people = records.map(({ indexFields }) => peopleOf(indexFields))
  const { partners, customers } = await erasedPeopleOf(trx, people)
  const ids = records.map(({ indexFields }) => indexFields.id)
  const changed = await changedByErasures(trx, ids)
  if (partners.size === 0 && customers.size === 0 && changed.size === 0) return records
  const compared = ids.filter(
    (id, at) => changed.has(id) || partners.has((people[at] ?? NOBODY).partnerId),
  )
  const stored = await readStored(compared)
  return records.map((record, at) => {
    const { partnerId, userId } = people[at] ?? NOBODY
    const { id } = record.indexFields
    if (!partners.has(partnerId) && !customers.has(userId) && !changed.has(id)) return record
    const ofCustomer = customers.has(userId) ? withoutCustomer(record.body) : record.body
    const same = sameFields(stored.get(id) ?? {}, ofCustomer)
    const ofPartner = partners.has(partnerId) ? withoutErasedPartner(ofCustomer, same) : ofCustomer
    const body = changed.has(id) ? withoutErasedMentions(ofPartner, same) : ofPartner
    return {
      body,
      indexFields: kind.indexFieldsOf(body),
      values: record.values.filter(({ path }) => valueAt(body, path) !== undefined),
    }
  })
}

/** Returns the ids of those bookings from which an erasure removed something. */
async function changedByErasures(trx: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await trx
    .selectFrom('activity')
    .select('subject_id')
    .where('kind', '=', 'erase')
    .where('subject', '=', 'booking')
    .where('subject_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ subject_id }) => subject_id))
}

function sameFields(before: JsonObject, after: JsonObject): string[] {
  return Object.keys(before).filter((field) => isDeepStrictEqual(before[field], after[field]))
}

const NOBODY: PeopleOfBooking = { partnerId: '', userId: '' }

function peopleOf(indexFields: { id: string }): PeopleOfBooking {
  return { ...NOBODY, ...(indexFields as Partial<BookingIndex>) }
}
