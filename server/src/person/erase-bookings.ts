import { isDeepStrictEqual } from 'node:util'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { withoutCustomer, withoutMentions, withoutPartner } from '@mandap/domain/person/erased.ts'
import type { Identity, PersonReference } from '@mandap/domain/person/person.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { type RawBuilder, sql } from 'kysely'
import { BOOKING } from '../booking/kind.ts'
import type { Database } from '../database/connection.ts'
import { deleteReplacedValues } from '../records/personal-values.ts'
import { toStoredRecord } from '../records/stored-record.ts'
import { type StoredRow, writeBodies } from '../records/write.ts'
import { auditedBookingsOf, type BookingsOfPeople, bookingsOfPerson } from './find.ts'

/** Bookings per statement. */
const BATCH = 500

interface ErasedBooking {
  id: string
  body: JsonObject
  version: number
}

/**
 * Removes the records of a person from the bookings that have them, and mentions of the person from those that had them.
 * Returns the ids of all, and those that changed.
 */
export async function eraseFromBookings(
  trx: Database,
  people: readonly PersonReference[],
  identity: Identity,
  by: string,
): Promise<{ ids: BookingsOfPeople; erased: ErasedBooking[] }> {
  const ids = await auditedBookingsOf(trx, people)
  const erased = new Map<string, ErasedBooking>()
  const change = async (bookings: RawBuilder<boolean>, without: Removal): Promise<string[]> => {
    const changed = await changeBookings(trx, bookings, without, by)
    for (const booking of changed.erased) erased.set(booking.id, booking)
    return changed.ids
  }
  const former = new Set([...ids.asCustomer, ...ids.asPartner])
  for (const person of people) {
    const isCustomer = person.subject === 'user'
    const own = await change(bookingsOfPerson(person), (booking) =>
      isCustomer ? withoutCustomer(booking) : withoutPartner(booking, identity),
    )
    for (const id of own) (isCustomer ? ids.asCustomer : ids.asPartner).add(id)
    // changed once, with one entry
    for (const id of own) former.delete(id)
  }
  await change(sql`id = any(${[...former]}::text[])`, (booking) =>
    withoutMentions(booking, identity),
  )
  return { ids, erased: [...erased.values()] }
}

type Removal = (booking: JsonObject) => JsonObject

/** Changes the bookings that satisfy a condition. Returns the ids of all, and those that changed. */
async function changeBookings(
  trx: Database,
  condition: RawBuilder<boolean>,
  without: Removal,
  by: string,
): Promise<{ ids: string[]; erased: ErasedBooking[] }> {
  const ids: string[] = []
  const erased: ErasedBooking[] = []
  for (let last = ''; ; ) {
    const { rows } = await sql<StoredRow>`
      select id, body, version from booking where ${condition} and id > ${last}
      order by id limit ${BATCH} for update`.execute(trx)
    ids.push(...rows.map(({ id }) => id))
    const changes = rows
      .map(({ id, body: before }) => ({ id, before, after: without(before) }))
      .filter(({ before, after }) => !isDeepStrictEqual(before, after))
    const records = changes.map(({ after }) => toStoredRecord(BOOKING, after))
    const versions = await writeBodies(trx, BOOKING, records, by)
    if (changes.length > 0) await deleteReplacedValues(trx, BOOKING.subject, changes)
    erased.push(
      ...changes.map(({ id, after: body }) => ({ id, body, version: versions.get(id) ?? 0 })),
    )
    if (rows.length < BATCH) return { ids, erased }
    last = rows.at(-1)?.id ?? ''
  }
}

/** The entry by which the history of a booking, and other open screens, learn of the change. */
export function bookingEntry(
  { id: subjectId, body, version }: ErasedBooking,
  by: string,
  elevation: string | undefined,
) {
  const subjectName = bookingFrom(body).numberId.toUpperCase()
  const kind = 'erase'
  return { by, kind, subject: 'booking', subjectId, subjectName, version, elevation } as const
}
