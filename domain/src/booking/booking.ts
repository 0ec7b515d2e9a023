import {
  type JsonObject,
  readId,
  readInstant,
  readNumber,
  readObject,
  readText,
  readTexts,
} from '../wire/read.ts'

/** A booking (§3). Missing text is `''`. Instants are epoch milliseconds, or `null` if missing. */
export interface Booking {
  id: string
  /** The booking number. Screens call it Booking ID. */
  numberId: string
  /** The customer's id. */
  userId: string
  eventId: string
  eventType: string
  location: string
  transactionId: string
  status: string
  dateFrom: number | null
  dateTo: number | null
  eventDate: number | null
  createdAt: number | null
  /** Indian rupees; `null` if missing. */
  budget: number | null
  partnerId: string
  partnerName: string
  partnerMobile: string
  /** Labels of additional services. */
  services: readonly string[]
  photographyEvent: string
  cateringEvent: string
  /** Our own server's version of the record; `null` from a plain host. */
  version: number | null
  /** The record as the host sent it. `PATCH /bookings/{id}` sends it back whole (§7). */
  original: JsonObject
}

/** Reads a booking from any JSON value. Never throws. */
export function bookingFrom(json: unknown): Booking {
  const original = readObject(json)
  return {
    id: readId(original['_id']) || readId(original['id']),
    numberId: readText(original['numberId']),
    userId: readCustomer(original),
    eventId: readId(original['eventId']),
    eventType: readText(original['eventType']),
    location: readText(original['location']),
    transactionId: readText(original['transactionId']),
    status: readText(original['status']),
    dateFrom: readInstant(original['dateFrom']),
    dateTo: readInstant(original['dateTo']),
    eventDate: readInstant(original['eventDate']),
    createdAt: readInstant(original['createdAt']),
    budget: readNumber(original['budget']),
    partnerId: readId(original['partnerId']),
    partnerName: readText(original['partnerName']),
    partnerMobile: readText(original['partnerMobile']),
    services: readTexts(original['services']),
    photographyEvent: readId(original['photographyEvent']),
    cateringEvent: readId(original['cateringEvent']),
    version: readNumber(original['version']),
    original,
  }
}

function readCustomer(original: JsonObject): string {
  for (const spelling of ['userId', 'user_id', 'customerId', 'customer_id']) {
    const id = readId(original[spelling])
    if (id !== '') return id
  }
  return ''
}
