import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Records } from '@mandap/server/testing/records.ts'
import { inDays } from './records.ts'

/** Field values that are difficult to show. */
const TEXTS: Record<string, string> = {
  long: 'Venkatanarasimharajuvaripeta '.repeat(7).slice(0, 200),
  unbroken: 'Llanfairpwllgwyngyllgogerychwyrndrobwll'.repeat(6).slice(0, 200),
  rightToLeft: 'عائشة بنت محمد الأنصارية و شركاؤها \u202E987',
  devanagari: 'श्रीमती अनन्तलक्ष्मी वेङ्कटेश्वरन् क्षत्रियाणी',
  emoji: '👩🏽‍👩🏾‍👧‍👦🎉 💍🪔 🏳️‍🌈'.repeat(4),
  steered: 'Asha \u202Eoar\u2066 \u200Bgnp.\u0007exe \u200F\u202D',
  invisible: '\u3164\u202E\u200B\u2060',
  html: `<img src=x onerror="window.hostile=1"><script>window.hostile=1</script>"'><b>&amp;</b>`,
}

const PARTNER_STATUSES = ['pending', 'AKYC', 'RCV', 'decline', 'approved'] as const
const BOOKING_STATUSES = ['pending', 'visited', 'confirmEvent', 'completed', 'Cancel'] as const

/** The partner and the booking that are opened by their ids. */
export const HOSTILE_PARTNER = 'partner-html-pending'
export const HOSTILE_GUEST = 'partner-html-guest'
export const HOSTILE_BOOKING = 'booking-html-pending'
export const UNBROKEN_BOOKING = 'booking-unbroken-pending'

/** Records with names of 200 characters, other scripts, emoji, HTML in every field, and empty fields. */
export function hostileRecords(): Records {
  const kinds = Object.entries(TEXTS)
  return {
    users: [
      ...kinds.map(userOf),
      { _id: 'user-bare' },
      { _id: 'user-odd', fullName: 7, email: [] },
    ],
    partners: [
      ...kinds.flatMap(([kind, text]) => [
        ...PARTNER_STATUSES.map((status) => partnerOf(kind, text, status, text)),
        { ...partnerOf(kind, text, 'guest', 'Guest'), status: 'approved' },
      ]),
      ...PARTNER_STATUSES.map((status) => ({ _id: `partner-bare-${status}`, status })),
      { _id: 'partner-bare' },
      { _id: 'partner-bare-guest', status: 'approved', companyEmail: 'Guest', userId: 'nobody' },
      { _id: 'partner-odd', status: {}, name: ['a'], servicesSelected: 'Catering', NoGST: 'true' },
    ],
    bookings: [
      ...kinds.flatMap(([kind, text]) =>
        BOOKING_STATUSES.map((status) => bookingOf(kind, text, status)),
      ),
      ...kinds.map(([kind, text]) => ({
        ...bookingOf(kind, text, 'pending'),
        _id: `booking-${kind}-expired`,
        dateFrom: inDays(-3),
        createdAt: inDays(-90),
      })),
      ...kinds.map(([kind, text]) => ({
        ...bookingOf(kind, text, 'confirmEvent'),
        _id: `booking-${kind}-ended`,
        dateFrom: inDays(-40),
        dateTo: inDays(-38),
      })),
      ...BOOKING_STATUSES.map((status) => ({ _id: `booking-bare-${status}`, status })),
      { _id: 'booking-bare', dateFrom: inDays(2) },
      { _id: 'booking-odd', status: 7, numberId: {}, dateFrom: inDays(1), budget: 'a lakh' },
      { ...bookingOf('vast', 'Vast', 'completed'), budget: 9e15 },
    ],
    tempPartners: kinds.map(([kind, text]) => ({ _id: `temp-${kind}`, PartnerName: text })),
  }
}

function userOf([kind, text]: [string, string]): JsonObject {
  return { _id: `user-${kind}`, fullName: text, email: text, phone: text }
}

function partnerOf(kind: string, text: string, status: string, companyEmail: string): JsonObject {
  return {
    _id: `partner-${kind}-${status}`,
    ...named(text, 'name', 'personalEmail', 'mobileNo', 'companyName', 'companyEmailId'),
    ...named(text, 'companyLocation', 'gstNo', 'aadharNo', 'panNo', 'language', 'reason'),
    ...named(text, 'videoUrl', 'aadharUrl', 'panCardUrl', 'gstCertificateUrl'),
    incorporationCertificateUrl: text,
    companyEmail,
    status,
    kycStatus: status.endsWith('KYC') ? status : 'AKYC',
    servicesSelected: [text, text, text],
    latitude: text,
    userId: `user-${kind}`,
    noGST: 'true',
  }
}

function bookingOf(kind: string, text: string, status: string): JsonObject {
  return {
    _id: `booking-${kind}-${status}`,
    ...named(text, 'numberId', 'eventType', 'location', 'transactionId', 'partnerName'),
    partnerMobile: text,
    services: [text, text, text],
    userId: `user-${kind}`,
    partnerId: `partner-${kind}-guest`,
    status,
    dateFrom: inDays(20),
    dateTo: inDays(22),
    createdAt: inDays(-4),
    budget: text,
  }
}

function named(text: string, ...fields: string[]): JsonObject {
  return Object.fromEntries(fields.map((field) => [field, text]))
}
