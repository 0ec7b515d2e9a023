import { countText } from '../text/counted.ts'
import { type JsonObject, readId, readInstant } from '../wire/read.ts'
import { jsonBytes, MAX_RECORD_BYTES, MAX_TEXT_LENGTH } from '../wire/size.ts'
import { CUSTOMER_FIELDS, PARTNER_FIELDS } from './booking.ts'
import { BOOKING_STATUSES, isBookingStatus } from './status.ts'

/** Why a change of a booking is rejected: the field, and a sentence for the person. */
export interface BookingChangeProblem {
  field: string
  message: string
}

/** Returns the rest of a sentence that begins with the field's name, or null for a valid value. */
type Check = (value: unknown) => string | null

const isText = (value: unknown) => typeof value === 'string' && value.length <= MAX_TEXT_LENGTH

const TEXT = `text of at most ${countText(MAX_TEXT_LENGTH)} characters`

const text: Check = (value) => (isText(value) ? null : `must be ${TEXT}`)

const textOrNull: Check = (value) =>
  value === null || isText(value) ? null : `must be ${TEXT}, or null`

const id: Check = (value) =>
  isText(value) && readId(value) !== '' ? null : 'must be the id of a record'

const status: Check = (value) =>
  typeof value === 'string' && isBookingStatus(value)
    ? null
    : `must be one of ${Object.keys(BOOKING_STATUSES).join(', ')}`

const instant: Check = (value) =>
  value === null || value === '' || readInstant(value) !== null
    ? null
    : 'must be an ISO date-time, epoch milliseconds, or null'

const rupees: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? null
    : 'must be a number of rupees, 0 or more'

const texts: Check = (value) =>
  value === null || Array.isArray(value) ? null : 'must be a list of texts'

/** The check of each field that can be changed. */
const CHECKS: Readonly<Record<string, Check>> = {
  numberId: textOrNull,
  ...Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field, id])),
  eventId: textOrNull,
  eventType: textOrNull,
  location: textOrNull,
  transactionId: textOrNull,
  status,
  dateFrom: instant,
  dateTo: instant,
  eventDate: instant,
  createdAt: instant,
  budget: rupees,
  partnerId: id,
  partnerName: text,
  partnerMobile: text,
  services: texts,
  photographyEvent: textOrNull,
  cateringEvent: textOrNull,
}

/**
 * Returns the problem of the first sent field that is neither stored nor changeable, or null. The server calls
 * this before it compares values, because it is cheap even for a large body.
 */
export function unknownField(stored: JsonObject, sent: JsonObject): BookingChangeProblem | null {
  const field = Object.keys(sent).find((name) => !Object.hasOwn(stored, name) && !isKnown(name))
  return field === undefined ? null : notAField(field)
}

function isKnown(field: string): boolean {
  return field === '_id' || field === 'version' || Object.hasOwn(CHECKS, field)
}

function notAField(field: string): BookingChangeProblem {
  const message = `${field} is not a field that can be changed. Send its stored value, or leave it out.`
  return { field, message }
}

/**
 * Returns the first reason why a stored booking cannot become `patched`, or null. `changed` has the fields that
 * differ. Unchanged fields are not checked, because imported values can be invalid.
 */
export function bookingChangeProblem(
  stored: JsonObject,
  patched: JsonObject,
  changed: JsonObject,
): BookingChangeProblem | null {
  for (const [field, value] of Object.entries(changed)) {
    const problem = fieldProblem(field, value)
    if (problem !== null) return problem
  }
  return datesProblem(patched, changed) ?? sizeProblem(stored, patched, changed)
}

function fieldProblem(field: string, value: unknown): BookingChangeProblem | null {
  const check = Object.hasOwn(CHECKS, field) ? CHECKS[field] : undefined
  if (!check) return notAField(field)
  const why = check(value)
  if (why !== null) return { field, message: `${field} ${why}.` }
  const wrong = Array.isArray(value) ? value.findIndex((item) => !isText(item)) : -1
  return wrong < 0
    ? null
    : { field: `${field}.${wrong}`, message: `${field}.${wrong} must be ${TEXT}.` }
}

function datesProblem(patched: JsonObject, changed: JsonObject): BookingChangeProblem | null {
  const field = ['dateTo', 'dateFrom'].find((name) => Object.hasOwn(changed, name))
  const [from, to] = [readInstant(patched['dateFrom']), readInstant(patched['dateTo'])]
  if (field === undefined || from === null || to === null || from <= to) return null
  return { field, message: 'The event must not end before it begins.' }
}

/** Returns why the change makes the booking too large, or null. A swap is allowed at any size. */
function sizeProblem(
  stored: JsonObject,
  patched: JsonObject,
  changed: JsonObject,
): BookingChangeProblem | null {
  const fields = Object.keys(changed)
  if (fields.every((field) => PARTNER_FIELDS.includes(field))) return null
  const bytes = jsonBytes(patched)
  if (bytes <= MAX_RECORD_BYTES || bytes <= jsonBytes(stored)) return null
  const size = (field: string) => jsonBytes(changed[field])
  const field = fields.toSorted((a, b) => size(b) - size(a))[0] ?? ''
  return {
    field,
    message: `${field} makes the booking larger than ${MAX_RECORD_BYTES / 1024} kB.`,
  }
}
