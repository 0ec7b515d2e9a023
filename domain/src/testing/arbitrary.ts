import * as fc from 'fast-check'
import { BOOKING_STATUSES } from '../booking/status.ts'
import { PLANS } from '../partner/plan.ts'
import { PARTNER_STATUSES } from '../partner/status.ts'
import { utcDate } from '../time/days.ts'
import type { JsonObject } from '../wire/read.ts'

/** Any text. Difficult texts come more often than by chance. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\u00a0x\ufeff',
    'As\u202Eha\u200b',
    '\u3164',
    'a\u0007b',
    'İstanbul',
    'ΣΑΣ',
    'कैटरिंग',
    '🎉',
  ),
)

/** A date as hosts write it, in the weeks around November 2026, or not a date at all. */
const anyDate = fc.oneof(
  {
    arbitrary: fc
      .date({ min: day(-60), max: day(60), noInvalidDate: true })
      .map((at) => at.toISOString()),
    weight: 6,
  },
  fc.integer({ min: -60, max: 60 }).map((shift) => utcDate(day(shift))),
  fc.integer({ min: +day(-60), max: +day(60) }),
  fc.constantFrom(null, '', 'soon', '2026-02-30T00:00:00Z', Number.NaN, 8.64e18),
  anyText,
)

function day(shift: number): Date {
  return new Date(Date.UTC(2026, 10, 21 + shift))
}

const anyNumber = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(null, '1,30,000', '0', 'x'))

const anyFlag = fc.constantFrom(true, false, 'true', 'false', null, 1)

/** One of a few ids, so that the ids of two records are often equal. */
const fewIds = fc.constantFrom('', 'id-1', 'id-2', 'id-3', null, 7)

/** Returns records whose fields can be missing or hold any JSON value. */
function wireRecord(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonObject> {
  const loose = Object.entries(fields).map(([name, usual]) => [
    name,
    fc.oneof({ arbitrary: usual, weight: 9 }, fc.jsonValue()),
  ])
  return fc.record(Object.fromEntries(loose) as typeof fields, { requiredKeys: [] })
}

/** A booking as some host may send it. */
export const anyBookingJson: fc.Arbitrary<JsonObject> = wireRecord({
  _id: fc.oneof(fc.uuid(), anyText),
  numberId: fc.oneof(fc.stringMatching(/^[a-zA-Z]{2}-?\d{1,5}$/), anyText),
  userId: fewIds,
  user_id: fewIds,
  customerId: fewIds,
  customer_id: fewIds,
  eventId: fewIds,
  eventType: anyText,
  location: anyText,
  transactionId: anyText,
  status: fc.oneof(fc.constantFrom(...Object.keys(BOOKING_STATUSES)), anyText),
  dateFrom: anyDate,
  dateTo: anyDate,
  eventDate: anyDate,
  createdAt: anyDate,
  budget: anyNumber,
  partnerId: fewIds,
  partnerName: anyText,
  partnerMobile: anyText,
  services: fc.array(anyText, { maxLength: 3 }),
  photographyEvent: fewIds,
  cateringEvent: fewIds,
})

/** A partner as some host may send it. */
export const anyPartnerJson: fc.Arbitrary<JsonObject> = wireRecord({
  _id: fc.oneof(fc.uuid(), anyText),
  name: anyText,
  PartnerName: anyText,
  personalEmail: anyText,
  mobileNo: anyText,
  personalNumber: anyText,
  companyName: anyText,
  companyEmailId: anyText,
  companyEmail: fc.oneof(fc.constantFrom('Guest', '', ...Object.keys(PLANS)), anyText),
  companyLocation: anyText,
  servicesSelected: fc.array(anyText, { maxLength: 3 }),
  status: fc.oneof(fc.constantFrom(...Object.keys(PARTNER_STATUSES)), anyText),
  kycStatus: anyText,
  aadharNo: anyText,
  latitude: anyNumber,
  longitude: anyNumber,
  userId: fewIds,
  NoGST: anyFlag,
  noGST: anyFlag,
  NOGST: anyFlag,
})

/** A user as some host may send it. */
export const anyUserJson: fc.Arbitrary<JsonObject> = wireRecord({
  _id: fc.oneof(fc.uuid(), anyText),
  name: anyText,
  fullName: anyText,
  email: anyText,
  phone: fc.oneof(anyText, fc.integer()),
})
