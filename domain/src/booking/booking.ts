import {
  type JsonObject,
  readFirst,
  readId,
  readInstant,
  readNumber,
  readObject,
  readRupees,
  readText,
  readTexts,
} from '../wire/read.ts'

/** The fields of a booking that name its partner, and all that are about the partner. */
export const PARTNER_NAME_FIELDS: readonly string[] = ['partnerName', 'partnerMobile']
export const PARTNER_FIELDS: readonly string[] = ['partnerId', ...PARTNER_NAME_FIELDS]

/** The names of the field with the customer's id (§3). */
export const CUSTOMER_FIELDS: readonly string[] = ['userId', 'user_id', 'customerId', 'customer_id']

/** The other fields of a booking that are about its customer. */
export const CUSTOMER_DETAIL_FIELDS: readonly string[] = ['location', 'transactionId']

/** A booking (§3). Missing text is `''`. Instants are epoch milliseconds, or `null` if missing. */
export interface Booking {
  id: string
  /** The booking number. Screens call it Booking ID. */
  numberId: string
  /** The customer's id. */
  userId: string
  /** The customer's name, if the host sends the customer's record in place of the id. */
  customerName: string
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
  /** The version of the record, `null` if missing. A host without versions may have a field of its own with this name. */
  version: number | null
  /** The record as the host sent it. `PATCH /bookings/{id}` sends it back whole (§7). */
  original: JsonObject
}

/** Reads a booking from any JSON value. Never throws. */
export function bookingFrom(json: unknown): Booking {
  const original = readObject(json)
  const customer = readCustomer(original)
  return {
    id: readId(original['_id']) || readId(original['id']),
    numberId: readText(original['numberId']),
    userId: readId(customer),
    customerName: readFirst(readObject(customer), 'fullName', 'name'),
    eventId: readId(original['eventId']),
    eventType: readText(original['eventType']),
    location: readText(original['location']),
    transactionId: readText(original['transactionId']),
    status: readText(original['status']),
    dateFrom: readInstant(original['dateFrom']),
    dateTo: readInstant(original['dateTo']),
    eventDate: readInstant(original['eventDate']),
    createdAt: readInstant(original['createdAt']),
    budget: readRupees(original['budget']),
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

/** Returns an instant of the event's first day: `dateFrom`, and `eventDate` only where there is no `dateFrom` (§2.5). */
export function firstDayOf({
  dateFrom,
  eventDate,
}: Pick<Booking, 'dateFrom' | 'eventDate'>): number | null {
  return dateFrom ?? eventDate
}

/** Returns the first spelling of the customer's reference that has an id (§3): the id, or the customer's record. */
function readCustomer(original: JsonObject): unknown {
  return CUSTOMER_FIELDS.map((field) => original[field]).find((value) => readId(value) !== '')
}
