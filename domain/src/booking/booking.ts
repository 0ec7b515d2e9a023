import {
  type JsonObject,
  readId,
  readInstant,
  readNumber,
  readObject,
  readText,
  readTexts,
} from '../wire/read.ts'

/** A booking (§3). Missing text is `''`; instants are epoch milliseconds. */
export interface Booking {
  id: string
  /** The booking number, shown as Booking ID. */
  numberId: string
  /** The customer. */
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
  /** Indian rupees. */
  budget: number | null
  partnerId: string
  partnerName: string
  partnerMobile: string
  /** Labels of additional services. */
  services: readonly string[]
  photographyEvent: string
  cateringEvent: string
  /** Our server's record version; `null` from a host that has none. */
  version: number | null
  /** The record as the host sent it, for sending back whole (§7). */
  original: JsonObject
}

/** Reads whatever a host sends as a booking; never throws. */
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
