import { PARTNER_NAME_FIELDS } from '@mandap/domain/booking/booking.ts'
import { ERASED_PARTNER } from '@mandap/domain/partner/status.ts'
import {
  type Identity,
  isLongName,
  isMentioned,
  type PersonReference,
} from '@mandap/domain/person/person.ts'
import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'
import { type RawBuilder, sql } from 'kysely'
import { eraseAuditDetails, eraseAuditEntries } from '../audit/erase.ts'
import type { Database } from '../database/connection.ts'
import { envelope } from '../http/http-error.ts'
import type { BookingsOfPeople } from './find.ts'

/**
 * Erases what else names a person: the personal details of audit entries about their records, about what bookings said of
 * them, and about exports whose filters name them; answers that are kept for repeated writes; links of exports.
 */
export async function eraseTraces(
  trx: Database,
  people: readonly PersonReference[],
  identity: Identity,
  { asCustomer, asPartner }: BookingsOfPeople,
): Promise<void> {
  const ids = people.map(({ id }) => id)
  for (const { subject, id } of people) await eraseAuditDetails(trx, subject, id)
  // an entry of a booking is about its customer
  await eraseAuditEntries(
    trx,
    sql`subject = 'booking' and subject_id = any(${[...asCustomer]}::text[])
      or kind = 'export' and subject = 'list'
        and ${namesInRequest(sql`after`, identity)}`,
  )
  await eraseMentions(trx, identity, asPartner)
  // another person may have the name, so it says nothing without the booking
  const bookingIds = [...asCustomer, ...asPartner]
  const body = JSON.stringify(envelope('ERASED', ERASED_PARTNER))
  await sql`
    update idempotency_key set status = 403, etag = null, body = ${body}
    where status is not null and (${hasContact(sql`body`, sql`body`, identity)} or ${hasId(ids)}
      or ${hasName(sql`body`, identity)} and ${hasId(bookingIds)})`.execute(trx)
  await sql`delete from export_link where ${namesInRequest(sql`request`, identity)}`.execute(trx)
}

/** Whether the filters of an export name the person. */
function namesInRequest(request: RawBuilder<unknown>, identity: Identity): RawBuilder<boolean> {
  const [json, search] = [sql`${request}::text`, sql`${request} #>> '{query,search}'`]
  return sql<boolean>`(${hasContact(json, search, identity)} or ${hasName(json, identity)})`
}

/** Entries that are read at once. */
const BATCH = 5000

/** Erases the details of the entries of bookings that name their partner or mention the person. */
async function eraseMentions(
  trx: Database,
  identity: Identity,
  bookings: ReadonlySet<string>,
): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<EntryOfBooking>`
      select id, before, after from activity
      where subject = 'booking' and subject_id = any(${[...bookings]}::text[]) and salt is not null and id > ${last}
      order by id limit ${BATCH}`.execute(trx)
    const named = rows.filter(({ before, after }) =>
      [before, after].some((values) => namesPartner(values) || isMentioned(identity, values)),
    )
    await eraseAuditEntries(trx, sql`id = any(${named.map(({ id }) => id)}::bigint[])`)
    if (rows.length < BATCH) return
    last = rows.at(-1)?.id ?? 0
  }
}

interface EntryOfBooking {
  id: number
  before: JsonObject
  after: JsonObject
}

/** Whether values of a booking have the name or the phone of a partner. Some hosts send the record in place of the id. */
function namesPartner(values: JsonObject): boolean {
  return (
    PARTNER_NAME_FIELDS.some((field) => Object.hasOwn(values, field)) ||
    isObject(values['partnerId'])
  )
}

/** Whether the body of a stored answer, which is JSON without spaces, has one of the ids as a whole value. */
function hasId(ids: readonly string[]): RawBuilder<boolean> {
  const values = ids.flatMap((id) => {
    const text = JSON.stringify(id)
    // a host may use numbers as ids
    return id === String(Number(id)) ? [text, `:${id},`, `:${id}}`] : [text]
  })
  return sql<boolean>`exists (select from unnest(${values}::text[]) as ids(value) where strpos(body, value) > 0)`
}

/** Whether a JSON text has a phone or an e-mail address of the person. In `typed`, a phone may have separators. */
function hasContact(
  json: RawBuilder<unknown>,
  typed: RawBuilder<unknown>,
  { phones, emails }: Identity,
): RawBuilder<boolean> {
  const digits = sql`regexp_replace(${typed}, '[^0-9]', '', 'g')`
  return sql<boolean>`(${contains(json, [...phones, ...emails])} or exists (
    select from unnest(${phones}::text[]) as phones(phone) where strpos(${digits}, phone) > 0))`
}

/** Whether a JSON text has a name of the person. */
function hasName(json: RawBuilder<unknown>, { names }: Identity): RawBuilder<boolean> {
  return contains(json, names.filter(isLongName))
}

function contains(json: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<boolean> {
  const parts = texts.map((part) => JSON.stringify(part).slice(1, -1))
  return sql<boolean>`exists (
    select from unnest(${parts}::text[]) as parts(part)
    where strpos(lower(${json}), lower(part)) > 0)`
}
