import { BOOKING_STATUSES } from '@mandap/domain/booking/status.ts'
import { PARTNER_STATUSES } from '@mandap/domain/partner/status.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Records } from '../testing/records.ts'

/** The number of records of each kind: small, so that several requests change the same record. */
const COUNT = 40

const id = (kind: number, index: number) =>
  `65f0fade${kind}000000000000${String(index).padStart(3, '0')}`

const idsOf = (kind: number) => Array.from({ length: COUNT }, (_, index) => id(kind, index))

/** The ids of the stored records, the same in every run. */
export const IDS = {
  booking: idsOf(1),
  partner: idsOf(2),
  user: idsOf(3),
  tempPartner: idsOf(4),
}

const STATUSES = Object.keys(BOOKING_STATUSES)
const NAMES = ['Kavya Nair', 'आरव मेहता', 'Zoya  Khan', 'İstanbul Örs', 'O’Brien & Söhne', '']

/** Records that a marketplace can send: usual ones, and some with fields of any type. */
export function population(): Records {
  return {
    bookings: IDS.booking.map(bookingOf),
    partners: IDS.partner.map(partnerOf),
    users: IDS.user.map((_id, at) => ({
      _id,
      fullName: NAMES[at % NAMES.length],
      email: `user${at}@example.in`,
      phone: at % 5 ? `98450984${at}` : 9_845_098_450,
    })),
    tempPartners: IDS.tempPartner.map((_id, at) => ({
      _id,
      PartnerName: `Entered ${at}`,
      personalNumber: '9822098220',
    })),
  }
}

function bookingOf(_id: string, at: number): JsonObject {
  const day = new Date(Date.UTC(2026, 10, 1 + at)).toISOString()
  return {
    _id,
    numberId: `MB${12_000 + at}`,
    [['userId', 'user_id', 'customerId', 'customer_id'][at % 4] ?? '']: IDS.user[at],
    eventId: 'event-1',
    eventType: 'Wedding',
    location: NAMES[at % NAMES.length],
    status: at % 13 ? STATUSES[at % STATUSES.length] : 'odd',
    dateFrom: at % 7 ? day : null,
    dateTo: at % 6 ? day : 'soon',
    createdAt: '2026-10-20T09:00:00.000Z',
    budget: at % 4 ? 250_000 + at : '2,50,000',
    partnerId: IDS.partner[at],
    partnerName: NAMES[at % NAMES.length],
    partnerMobile: '9820012345',
    services: at % 3 ? ['Mehendi', 'DJ'] : 'Mehendi',
    photographyEvent: at % 2 ? 'event-1' : '',
    ...(at % 10 === 0 && {
      note: { deep: [{ aadharNo: '234567890124' }] },
      long: 'acc'.repeat(9000),
    }),
  }
}

function partnerOf(_id: string, at: number): JsonObject {
  const statuses = Object.keys(PARTNER_STATUSES)
  return {
    _id,
    name: `${NAMES[at % NAMES.length]} ${at}`,
    personalEmail: `partner${at}@example.in`,
    mobileNo: '9876501234',
    companyName: 'Iyer Caterers',
    companyEmail: at % 4 ? 'PLAN82600' : 'Guest',
    companyLocation: 'Chennai',
    servicesSelected: ['Catering'],
    status: statuses[at % statuses.length],
    aadharNo: '234567890124',
    panNo: 'ABCDE1234F',
    bank: { accountNo: 123_456_789_012 },
    latitude: 13.08,
    longitude: at % 5 ? 80.27 : null,
    NoGST: at % 3 === 0,
  }
}
