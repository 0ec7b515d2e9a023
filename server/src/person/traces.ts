import { PARTNER_NAME_FIELDS } from '@mandap/domain/booking/booking.ts'
import { ERASED_PARTNER } from '@mandap/domain/partner/status.ts'
import { type Identity, isMentioned, type PersonReference } from '@mandap/domain/person/person.ts'
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
    sql`subject = 'booking' and subject_id = any(${[...asCustomer]}::text[])`,
  )
  await eraseMentions(trx, identity, asPartner)
  await eraseExports(trx, identity)
  await eraseAnswers(trx, ids, identity, [...asCustomer, ...asPartner])
  await deleteLinks(trx, identity)
}

/** Erases the details of the entries of bookings that name their partner or mention the person. */
async function eraseMentions(
  trx: Database,
  identity: Identity,
  bookings: ReadonlySet<string>,
): Promise<void> {
  const entries = inBatches<EntryOfBooking>(
    trx,
    (last) => sql`
      select id, before, after from activity
      where subject = 'booking' and subject_id = any(${[...bookings]}::text[]) and salt is not null
        and id > ${last?.id ?? 0}
      order by id`,
  )
  for await (const rows of entries) {
    const named = rows.filter(({ before, after }) =>
      [before, after].some((values) => namesPartner(values) || isMentioned(identity, values)),
    )
    await eraseEntries(trx, named)
  }
}

/** Erases the details of the entries of exports whose filters mention the person. */
async function eraseExports(trx: Database, identity: Identity): Promise<void> {
  const entries = inBatches<{ id: number; query: unknown }>(
    trx,
    (last) => sql`
      select id, after -> 'query' as query from activity
      where kind = 'export' and subject = 'list' and salt is not null and id > ${last?.id ?? 0}
      order by id`,
  )
  for await (const rows of entries)
    await eraseEntries(
      trx,
      rows.filter(({ query }) => isMentioned(identity, query)),
    )
}

async function eraseEntries(trx: Database, entries: readonly { id: number }[]): Promise<void> {
  if (entries.length === 0) return
  await eraseAuditEntries(trx, sql`id = any(${entries.map(({ id }) => id)}::bigint[])`)
}

/** Deletes the links of exports whose filters mention the person. */
async function deleteLinks(trx: Database, identity: Identity): Promise<void> {
  const links = inBatches<{ hash: Buffer; request: JsonObject }>(
    trx,
    (last) => sql`
      select secret_hash as hash, request from export_link
      where ${last ? sql`secret_hash > ${last.hash}` : sql`true`}
      order by secret_hash`,
  )
  for await (const rows of links) {
    const named = rows.filter(({ request }) => isMentioned(identity, request))
    const hashes = named.map(({ hash }) => hash)
    await sql`delete from export_link where secret_hash = any(${hashes}::bytea[])`.execute(trx)
  }
}

/** Replaces the stored answers that have a contact or an id of the person, or mention them beside one of their bookings. */
async function eraseAnswers(
  trx: Database,
  ids: readonly string[],
  identity: Identity,
  bookingIds: readonly string[],
): Promise<void> {
  const body = JSON.stringify(envelope('ERASED', ERASED_PARTNER))
  const replace = sql`update idempotency_key set status = 403, etag = null, body = ${body}`
  await sql`
    ${replace} where status is not null and (${hasContact(identity)} or ${hasId(ids)})`.execute(trx)
  // another person may have the name, so it says nothing without the booking
  const answers = inBatches<{ administrator: string; key: string; body: string }>(
    trx,
    (last) => sql`
      select administrator_id as administrator, key, body from idempotency_key
      where status is not null and ${hasId(bookingIds)}
        and ${last ? sql`(administrator_id, key) > (${last.administrator}, ${last.key})` : sql`true`}
      order by administrator_id, key`,
  )
  for await (const rows of answers) {
    const named = rows.filter((answer) => isMentioned(identity, JSON.parse(answer.body)))
    const [administrators, keys] = [
      named.map(({ administrator }) => administrator),
      named.map(({ key }) => key),
    ]
    await sql`
      ${replace} where (administrator_id, key) in (
        select * from unnest(${administrators}::uuid[], ${keys}::uuid[]))`.execute(trx)
  }
}

/** Rows that are read at once. */
const BATCH = 1000

/**
 * Reads rows in batches, so that `fold()` compares their texts: PostgreSQL would compare them as they were typed. `query`
 * returns the rows after the last one that was read, in a fixed order.
 */
async function* inBatches<R>(
  trx: Database,
  query: (last: R | undefined) => RawBuilder<R>,
): AsyncGenerator<R[]> {
  for (let last: R | undefined; ; ) {
    const { rows } = await sql<R>`${query(last)} limit ${BATCH}`.execute(trx)
    yield rows
    if (rows.length < BATCH) return
    last = rows.at(-1)
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

/** Whether the body of a stored answer has a phone or an e-mail address of the person. A phone may have separators. */
function hasContact({ phones, emails }: Identity): RawBuilder<boolean> {
  const parts = emails.map((email) => JSON.stringify(email).slice(1, -1))
  return sql<boolean>`(
    exists (select from unnest(${parts}::text[]) as parts(part) where strpos(lower(body), part) > 0)
    or exists (
      select from unnest(${phones}::text[]) as phones(phone)
      where strpos(regexp_replace(body, '[^0-9]', '', 'g'), phone) > 0))`
}
