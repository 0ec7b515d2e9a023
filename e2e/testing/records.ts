import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { DAY } from '@mandap/domain/time/days.ts'
import { type JsonObject, readId, readText } from '@mandap/domain/wire/read.ts'
import { upsertAll, type Records } from '@mandap/server/testing/records.ts'
import type { App } from './app.ts'

let made = 0

/** Returns the ISO date-time of a number of days from now. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString()
}

/** Returns letters with which only the booking numbers of one test begin. */
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

/** Stores an approved partner with a unique name. */
export async function aStoredPartner({ db }: App, given: JsonObject = {}) {
  made += 1
  const json = partnerJson({ status: 'approved', name: `Ojasvi Zutshi ${made}`, ...given })
  await put(db, { partners: [json] })
  return stored(json, 'name', 'mobileNo')
}

/** Stores a manual partner, who is in no list. Returns the id. */
export async function aStoredTempPartner({ db }: App): Promise<string> {
  made += 1
  const json = { _id: `entered-by-hand-${made}`, PartnerName: 'Sana Shaikh' }
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

/** A record as JSON, with its id and some of its texts. */
function stored<Text extends string>(json: JsonObject, ...texts: Text[]) {
  const named = Object.fromEntries(texts.map((text) => [text, readText(json[text])]))
  return { id: readId(json['_id']), json, ...(named as Record<Text, string>) }
}
