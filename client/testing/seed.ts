import { DAY, type Today } from '@mandap/domain/time/days.ts'
import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'

/** The initial records of a host under test, in the wire format (§3). */
export interface Seed {
  bookings: readonly JsonObject[]
  partners: readonly JsonObject[]
  users: readonly JsonObject[]
  tempPartners: readonly JsonObject[]
}

/** The day of the suite. Midnight in India is 18:30 UTC of the day before. */
export const TODAY: Today = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }

/** A partner and a customer of many bookings. */
export const BUSY_PARTNER = '65f0b0ffee0000000000000a'
export const BUSY_USER = '65f0b0ffee0000000000000b'

const STATUSES = [
  'pending',
  'partnerVisited',
  'userConfirmVisit',
  'cancelVisit',
  'visited',
  'confirmEvent',
  'confirmEvent',
  'completed',
  'cancelBooking',
  'cancelEvent',
  'cancel',
  'Cancel',
  'onHold',
  '',
]

// the id of the customer has several names (§3)
const CUSTOMERS = [
  { userId: BUSY_USER },
  { userId: null, user_id: BUSY_USER },
  { userId: undefined, customerId: BUSY_USER },
  { userId: '', customer_id: BUSY_USER },
]

const NAMES = ['Ananya Iyer', 'ananya  iyer', 'Örs Caterers', 'Zoya Khan', 'आरव मेहता', '']

/** Bookings of every status around today, at the edges of every day, week and month that counts. */
export function aSeed(): Seed {
  const partners = [
    ...NAMES.flatMap((name, at) => [
      partnerJson({ name, status: 'approved', companyLocation: at % 2 ? 'Chennai' : 'Jaipur' }),
      partnerJson({ name: `${name} pending`, status: 'pending' }),
    ]),
    ...Array.from({ length: 30 }, (_, at) =>
      partnerJson({
        name: `Partner ${String(at).padStart(2, '0')}`,
        status: at % 3 === 0 ? 'approved' : 'AKYC',
        companyEmail: at % 6 === 0 ? 'Guest' : 'PLAN82600',
      }),
    ),
    // a partner may have a company name only (§3)
    partnerJson({ name: null, companyName: 'Nameless & Sons', status: 'approved' }),
    partnerJson({ name: 'Tara Sen', aadharNo: '234567891234', panNo: 'ABCDE1234F' }),
  ]
  const users = [userJson(), userJson({ fullName: undefined, name: 'Ravi Rao' })]
  const dayStarts = [-40, -8, -7, -6, -5, -1, 0, 1, 2, 7, 8, 9, 10, 20, 40, 70]
  const bookings = dayStarts.flatMap((day, at) =>
    STATUSES.flatMap((status, which) => {
      const midnight = Date.parse('2026-11-20T18:30:00.000Z') + day * DAY
      const position = at * STATUSES.length + which
      return [0, -1].map((edge) =>
        bookingJson({
          // numbers are in another order than bookings, and each is also the beginning of another
          numberId: `${position % 2 ? 'MB' : 'mb-'}${1000 + ((position * 7919) % 9000)}${edge ? 'X' : ''}`,
          status,
          dateFrom: new Date(midnight + edge).toISOString(),
          dateTo: position % 4 ? new Date(midnight + (position % 5) * DAY).toISOString() : null,
          // several bookings at the same instant, to test the order of ties
          createdAt: new Date(midnight - (position % 10) * DAY + edge).toISOString(),
          ...(position % 5 === 0 && { partnerId: BUSY_PARTNER }),
          ...((position % 3 === 0 || day === 0 || day === 1) &&
            CUSTOMERS[position % CUSTOMERS.length]),
          partnerName: NAMES[position % NAMES.length],
          photographyEvent: position % 3 ? '' : 'event-1',
          cateringEvent: position % 5 ? '' : 'event-1',
          // unknown fields are kept (§3)
          venueNotes: { hall: 'B', steps: [1, 2] },
        }),
      )
    }),
  )
  const odd = [
    bookingJson({ status: 'pending', dateFrom: null, numberId: 'ODD1' }),
    bookingJson({ status: 'pending', createdAt: null, numberId: 'ODD2' }),
    bookingJson({ status: 'pending', partnerName: null, partnerId: null, services: 'Mehendi' }),
    bookingJson({ status: 'pending', budget: '2,50,000', dateTo: undefined }),
  ]
  const tempPartners = [
    {
      _id: 'temp-1',
      PartnerName: 'Rohan Das',
      // the name of a temp partner takes precedence
      name: 'R. Das',
      companyName: 'Das Decorators',
      companyLocation: 'Kolkata',
      companyNumber: '0332345678',
      personalNumber: '9830098300',
      companyEmailId: 'das@example.in',
    },
  ]
  return { bookings: [...bookings, ...odd], partners, users, tempPartners }
}
