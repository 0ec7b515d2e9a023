import { CUSTOMER_FIELDS } from '@mandap/domain/booking/booking.ts'
import { ERASED_PARTNER } from '@mandap/domain/partner/status.ts'
import { type Identity, isLongName, type PersonReference } from '@mandap/domain/person/person.ts'
import { type RawBuilder, sql } from 'kysely'
import { eraseAuditDetails, eraseAuditEntries } from '../audit/erase.ts'
import type { Database } from '../database/connection.ts'
import { envelope } from '../http/http-error.ts'

/**
 * Erases what else names a person: the personal details of audit entries about their records, about what bookings said of
 * them, and about exports whose filters name them; answers that are kept for repeated writes; links of exports.
 */
export async function eraseTraces(
  trx: Database,
  people: readonly PersonReference[],
  identity: Identity,
  bookingIds: readonly string[],
): Promise<void> {
  const ids = people.map(({ id }) => id)
  const searched = identity.names.filter(isLongName)
  for (const { subject, id } of people) await eraseAuditDetails(trx, subject, id)
  await eraseAuditEntries(
    trx,
    sql`subject = 'booking' and ${namesInBookings(people, bookingIds)}
      or kind = 'export' and subject = 'list'
        and ${namesInRequest(sql`after`, identity, searched)}`,
  )
  const body = JSON.stringify(envelope('ERASED', ERASED_PARTNER))
  await sql`
    update idempotency_key set status = 403, etag = null, body = ${body}
    where status is not null and (${contains(sql`body`, identity)} or ${hasId(ids)})`.execute(trx)
  await sql`delete from export_link where ${namesInRequest(sql`request`, identity, searched)}`.execute(
    trx,
  )
}

/** Whether the filters of an export name the person. A phone may be typed there with separators. */
function namesInRequest(
  request: RawBuilder<unknown>,
  identity: Identity,
  names: readonly string[],
): RawBuilder<boolean> {
  const digits = sql`regexp_replace(${request} #>> '{query,search}', '[^0-9]', '', 'g')`
  return sql<boolean>`(${contains(sql`${request}::text`, identity, names)} or exists (
    select from unnest(${identity.phones}::text[]) as phones(phone) where strpos(${digits}, phone) > 0))`
}

/**
 * The entries of bookings that name the person. Those of bookings that have or had the person as customer are all about the
 * customer. Of a partner, also a manual one, they are those that assigned or renamed a partner, in each booking that was
 * ever assigned to the person.
 */
function namesInBookings(
  people: readonly PersonReference[],
  bookingIds: readonly string[],
): RawBuilder<boolean> {
  const idsOf = (isCustomer: boolean) =>
    people.filter(({ subject }) => (subject === 'user') === isCustomer).map(({ id }) => id)
  const customers = idsOf(true)
  const isOfBookings = sql<boolean>`subject_id = any(${bookingIds}::text[])`
  const names = sql`array['partnerName', 'partnerMobile']`
  const namesPartner = sql<boolean>`(before ?| ${names} or after ?| ${names})
    and (${isOfBookings} or ${isOfBookingThatNamed(['partnerId'], idsOf(false))})`
  return customers.length > 0
    ? sql<boolean>`(${isOfBookings} or ${isOfBookingThatNamed(CUSTOMER_FIELDS, customers)} or ${namesPartner})`
    : namesPartner
}

/** Whether an entry is about a booking that ever had one of the ids in one of the fields. A field may have a whole record. */
function isOfBookingThatNamed(
  fields: readonly string[],
  ids: readonly string[],
): RawBuilder<boolean> {
  const named = ['before', 'after'].map((side) => {
    const values = sql.ref(side)
    return sql`${values} ?| ${fields}::text[] and exists (
      select from unnest(${fields}::text[]) as fields(field)
      where array[${values} ->> field, ${values} #>> array[field, '_id'], ${values} #>> array[field, 'id']]
        && ${ids}::text[])`
  })
  return sql<boolean>`subject_id in (
    select subject_id from activity where subject = 'booking' and (${sql.join(named, sql` or `)}))`
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

/** Whether a JSON text has a phone or an e-mail address of the person, or one of the other parts. */
function contains(
  json: RawBuilder<unknown>,
  { phones, emails }: Identity,
  others: readonly string[] = [],
): RawBuilder<boolean> {
  const parts = [...phones, ...emails, ...others].map((part) => JSON.stringify(part).slice(1, -1))
  return sql<boolean>`exists (
    select from unnest(${parts}::text[]) as parts(part)
    where strpos(lower(${json}), lower(part)) > 0)`
}
