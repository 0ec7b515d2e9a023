import { CUSTOMER_FIELDS } from '@mandap/domain/booking/booking.ts'
import {
  EMAIL_FIELDS,
  type Identity,
  identityOf,
  isSamePerson,
  PERSON_SUBJECTS,
  PHONE_FIELDS,
  type PersonReference,
} from '@mandap/domain/person/person.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { isStorableText } from '../database/storable-text.ts'
import { type HttpError, notFound } from '../http/http-error.ts'
import { PARTNER, TEMP_PARTNER } from '../partner/kind.ts'
import { USER } from '../user/kind.ts'

/** Milliseconds that PostgreSQL may take for one query: temp partners and audit entries have no index of persons. */
export const QUERY_MS = 2 * 60_000

export const PERSON_KINDS = { partner: PARTNER, user: USER, tempPartner: TEMP_PARTNER } as const

/** A record of a person. */
export interface PersonRow {
  id: string
  body: JsonObject
  version: number
}

/** Returns the record of a person. That of a deleted partner is found while the partner can be restored. */
export async function findPerson(
  db: Database,
  { subject, id }: PersonReference,
): Promise<PersonRow | undefined> {
  if (!isStorableText(id)) return undefined
  const deleted = sql`union all select id, body, version from deleted_partner where id = ${id}`
  const { rows } = await sql<PersonRow>`
    select id, body, version from ${sql.table(PERSON_KINDS[subject].table)} where id = ${id}
    ${subject === 'partner' ? deleted : sql``} limit 1`.execute(db)
  return rows[0]
}

export function personMissing({ subject }: PersonReference): HttpError {
  return notFound(`There is no ${PERSON_SUBJECTS[subject]} with this id.`)
}

/** Returns the partners entered by hand that are the same person, other than the record itself. */
export async function enteredByHand(
  db: Database,
  { id }: PersonReference,
  identity: Identity,
): Promise<PersonRow[]> {
  const { phones, emails } = identity
  if (phones.length === 0 && emails.length === 0) return []
  const [ofPhones, ofEmails] = [textsOf(PHONE_FIELDS), textsOf(EMAIL_FIELDS)]
  const digits = sql`regexp_replace(${ofPhones}, '\\D', '', 'g')`
  const contains = (text: RawBuilder<unknown>, parts: readonly string[]) =>
    sql`exists (select from unnest(${parts}::text[]) as parts(part) where strpos(${text}, part) > 0)`
  // fold() changes other texts in more ways than SQL does, so the rule reads those itself
  const { rows } = await sql<PersonRow>`
    select id, body, version from temp_partner
    where id <> ${id} and (
      ${contains(digits, phones)}
      or ${contains(sql`lower(${ofEmails})`, emails)}
      or concat(${ofPhones}, ${ofEmails}) ~ '[^ -~]|  ')
    order by id`.execute(db)
  return rows.filter(({ body }) => isSamePerson(identity, identityOf(body)))
}

function textsOf(fields: readonly string[]): RawBuilder<string> {
  const texts = fields.map((field) => sql`body ->> ${sql.lit(field)}`)
  return sql<string>`concat_ws(',', ${sql.join(texts)}) collate "C"`
}

/** The condition of the bookings of a person, as SQL. */
export function bookingsOfPerson({ subject, id }: PersonReference): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(subject === 'user' ? 'user_id' : 'partner_id')} = ${id}`
}

/** The ids of the bookings that have or had a person. */
export interface BookingsOfPeople {
  asCustomer: Set<string>
  asPartner: Set<string>
}

/** Returns the bookings that have or had a person, as audit entries say. */
export async function auditedBookingsOf(
  db: Database,
  people: readonly PersonReference[],
): Promise<BookingsOfPeople> {
  const idsOf = (isCustomer: boolean) =>
    people.filter(({ subject }) => (subject === 'user') === isCustomer).map(({ id }) => id)
  return {
    asCustomer: await bookingsThatNamed(db, CUSTOMER_FIELDS, idsOf(true)),
    asPartner: await bookingsThatNamed(db, ['partnerId'], idsOf(false)),
  }
}

/** Returns the bookings of which an entry has one of the ids in one of the fields. A field may have a whole record. */
async function bookingsThatNamed(
  db: Database,
  fields: readonly string[],
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const named = ['before', 'after'].map((side) => {
    const values = sql.ref(side)
    return sql`${values} ?| ${fields}::text[] and exists (
      select from unnest(${fields}::text[]) as fields(field)
      where array[${values} ->> field, ${values} #>> array[field, '_id'], ${values} #>> array[field, 'id']]
        && ${ids}::text[])`
  })
  const { rows } = await sql<{ id: string }>`
    select distinct subject_id as id from activity
    where subject = 'booking' and (${sql.join(named, sql` or `)})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
