import { CUSTOMER_DETAIL_FIELDS, CUSTOMER_FIELDS, PARTNER_FIELDS } from '../booking/booking.ts'
import { GUEST, PLANS } from '../partner/plan.ts'
import { ERASED_STATUS } from '../partner/status.ts'
import { fold, isolated } from '../text/text.ts'
import { type JsonObject, pick, readId, readObject, readText } from '../wire/read.ts'
import {
  type Identity,
  identityOf,
  isMentioned,
  joinIdentities,
  type PersonSubject,
} from './person.ts'

/** The name of a person whose record was erased (§2.22). */
export const ERASED_NAME = 'Erased person'

const IDS = ['_id', 'id']

/** Returns the record of an erased person: what identifies nobody, and when they were erased. */
export function erasedRecord(subject: PersonSubject, record: JsonObject, at: Date): JsonObject {
  const erasedAt = at.toISOString()
  switch (subject) {
    case 'partner':
      return {
        ...pick(record, [...IDS, 'servicesSelected']),
        name: ERASED_NAME,
        status: ERASED_STATUS,
        ...(isPlan(record['companyEmail']) && pick(record, ['companyEmail'])),
        erasedAt,
      }
    case 'user':
      return { ...pick(record, IDS), fullName: ERASED_NAME, erasedAt }
    case 'tempPartner':
      return { ...pick(record, IDS), PartnerName: ERASED_NAME, erasedAt }
  }
}

/** The field can have an e-mail address instead of a plan. */
function isPlan(companyEmail: unknown): boolean {
  const code = readText(companyEmail)
  return code === GUEST || Object.hasOwn(PLANS, code)
}

/** The fields of a booking that are counted, and say nothing about the customer. */
const COUNTED_FIELDS = [
  ...IDS,
  'numberId',
  'eventId',
  'eventType',
  'status',
  'dateFrom',
  'dateTo',
  'eventDate',
  'createdAt',
  'budget',
  'services',
  'photographyEvent',
  'cateringEvent',
]

/** Returns a booking without what it says about its erased customer. Fields outside of the specification are removed. */
export function withoutCustomer(booking: JsonObject): JsonObject {
  return {
    ...pick(booking, [...COUNTED_FIELDS, ...PARTNER_FIELDS]),
    ...idsOnly(booking, CUSTOMER_FIELDS),
  }
}

/**
 * Returns a booking without what it says about its erased partner. A field outside of the specification is removed if it
 * has the name, phone or e-mail address of the partner, which `partner` or the booking itself says.
 */
export function withoutPartner(booking: JsonObject, partner: Identity): JsonObject {
  const identity = joinIdentities(partner, namedPartner(booking))
  return anonymous(booking, (field) => !isMentioned(identity, booking[field]))
}

/**
 * Returns an imported booking without what it says about its partner, who was erased before. Their name and phone are
 * no longer stored, so of the fields outside of the specification only those in `unchanged` stay, which equal those of
 * the stored booking.
 */
export function withoutErasedPartner(
  booking: JsonObject,
  unchanged: readonly string[],
): JsonObject {
  const identity = namedPartner(booking)
  return anonymous(
    booking,
    (field) => unchanged.includes(field) && !isMentioned(identity, booking[field]),
  )
}

/**
 * The fields of the specification that are not about the partner. They stay even if they contain the partner's name, which
 * can be a part of another word: the place and the transaction id are the customer's.
 */
const FIELDS_WITHOUT_PARTNER = [...COUNTED_FIELDS, ...CUSTOMER_FIELDS, ...CUSTOMER_DETAIL_FIELDS]

/** Returns a booking without its partner's name and phone. Fields outside of the specification stay if `isKept` says so. */
function anonymous(booking: JsonObject, isKept: (field: string) => boolean): JsonObject {
  const { partnerName: _, partnerMobile: __, ...rest } = booking
  const kept = Object.keys(rest).filter(
    (field) => FIELDS_WITHOUT_PARTNER.includes(field) || isKept(field),
  )
  return { ...pick(rest, kept), ...idsOnly(booking, ['partnerId']), partnerName: ERASED_NAME }
}

/** Returns a booking of other people without the fields outside of the specification that mention an erased person. */
export function withoutMentions(booking: JsonObject, person: Identity): JsonObject {
  return withPeople(booking, (field) => !isMentioned(person, booking[field]))
}

/**
 * Returns an imported booking without what an erasure may have removed from it. The identity of the erased person is
 * no longer stored, so of the fields outside of the specification only those in `unchanged` stay, which equal those of
 * the stored booking.
 */
export function withoutErasedMentions(
  booking: JsonObject,
  unchanged: readonly string[],
): JsonObject {
  return withPeople(booking, (field) => unchanged.includes(field))
}

/** Returns a booking with its customer and partner. Fields outside of the specification stay if `isKept` says so. */
function withPeople(booking: JsonObject, isKept: (field: string) => boolean): JsonObject {
  const kept = Object.keys(booking).filter(
    (field) =>
      FIELDS_WITHOUT_PARTNER.includes(field) || PARTNER_FIELDS.includes(field) || isKept(field),
  )
  return pick(booking, kept)
}

/** Returns what a booking says about its partner, also in the partner's record in place of the id. */
function namedPartner({ partnerId, partnerName, partnerMobile }: JsonObject): Identity {
  const records = [{ name: partnerName, phone: partnerMobile }, readObject(partnerId)]
  const named = joinIdentities(...records.map(identityOf))
  return { ...named, names: named.names.filter((name) => name !== fold(ERASED_NAME)) }
}

/** Returns references as ids. Some hosts send the whole record in place of the id. */
function idsOnly(record: JsonObject, fields: readonly string[]): JsonObject {
  const present = fields.filter((field) => readId(record[field]) !== '')
  return Object.fromEntries(present.map((field) => [field, readId(record[field])]))
}

/** The texts of a person, of which one confirms the erasure. */
interface Confirming {
  email: string
  phone: string
  name: string
  id: string
}

/** Returns the text that confirms an erasure: the first of e-mail address, phone, name and id that is not empty. */
export function erasurePhrase({ email, phone, name, id }: Confirming): string {
  return email || phone || name || id
}

/** Returns why a person cannot be erased with the typed confirmation, or `null`. Case and spaces do not matter. */
export function erasureProblem(phrase: string, typed: string): string | null {
  return fold(typed) === fold(phrase) ? null : `Type ${isolated(phrase)} to confirm.`
}
