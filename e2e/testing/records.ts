import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { DAY } from '@mandap/domain/rule/days.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { putAll, type Records } from '@mandap/server/testing/records.ts'
import type { House } from './house.ts'

let made = 0

/** An ISO date-time so many days from now, as the wire carries it. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString()
}

/** Letters that no other number of the house begins with, for a test's own bookings. */
export function ownNumbers(): string {
  made += 1
  return `ZQ${made}X`
}

/** Stores a booking whose event is a month away; answers it as the wire carries it. */
export async function aStoredBooking({ db }: House, given: JsonObject = {}) {
  const json = bookingJson({
    dateFrom: inDays(30),
    dateTo: inDays(31),
    createdAt: inDays(-2),
    ...given,
  })
  await put(db, { bookings: [json] })
  return json as JsonObject & { _id: string; numberId: string; partnerName: string }
}

/** Stores an approved partner with a name of its own. */
export async function aStoredPartner({ db }: House, given: JsonObject = {}) {
  made += 1
  const json = partnerJson({ status: 'approved', name: `Ojasvi Zutshi ${made}`, ...given })
  await put(db, { partners: [json] })
  return json as JsonObject & { _id: string; name: string; mobileNo: string }
}

export async function aStoredUser({ db }: House, given: JsonObject = {}) {
  const json = userJson(given)
  await put(db, { users: [json] })
  return json as JsonObject & { _id: string; fullName: string }
}

function put(db: House['db'], records: Partial<Records>): Promise<void> {
  return putAll(db, { bookings: [], partners: [], users: [], tempPartners: [], ...records })
}
