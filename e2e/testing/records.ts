import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { DAY } from '@mandap/domain/time/days.ts'
import { type JsonObject, readId, readText } from '@mandap/domain/wire/read.ts'
import { upsertAll, type Records } from '@mandap/server/testing/records.ts'
import type { App } from './app.ts'

let made = 0

/** An ISO date-time so many days from now, as the wire carries it. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString()
}

/** Letters that no other number of the application begins with, for a test's own bookings. */
export function ownNumbers(): string {
  made += 1
  return `ZQ${made}X`
}

/** Stores a booking whose event is a month away. */
export async function aStoredBooking({ db }: App, given: JsonObject = {}) {
  const json = bookingJson({
    dateFrom: inDays(30),
    dateTo: inDays(31),
    createdAt: inDays(-2),
    ...given,
  })
  await put(db, { bookings: [json] })
  return stored(json, 'numberId', 'partnerName')
}

/** Stores an approved partner with a name of its own. */
export async function aStoredPartner({ db }: App, given: JsonObject = {}) {
  made += 1
  const json = partnerJson({ status: 'approved', name: `Ojasvi Zutshi ${made}`, ...given })
  await put(db, { partners: [json] })
  return stored(json, 'name', 'mobileNo')
}

/** Stores a partner who was entered by hand, and stands in no list. Returns the id. */
export async function aStoredTempPartner({ db }: App): Promise<string> {
  const json = { _id: 'entered-by-hand', PartnerName: 'Sana Shaikh' }
  await put(db, { tempPartners: [json] })
  return json._id
}

export async function aStoredUser({ db }: App, given: JsonObject = {}) {
  const json = userJson(given)
  await put(db, { users: [json] })
  return stored(json, 'fullName')
}

function put(db: App['db'], records: Partial<Records>): Promise<void> {
  return upsertAll(db, { bookings: [], partners: [], users: [], tempPartners: [], ...records })
}

/** The record as the wire carries it, its id, and some of its texts. */
function stored<Text extends string>(json: JsonObject, ...texts: Text[]) {
  const named = Object.fromEntries(texts.map((text) => [text, readText(json[text])]))
  return { id: readId(json['_id']), json, ...(named as Record<Text, string>) }
}
