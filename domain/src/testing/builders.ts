import { type Booking, bookingFrom } from '../booking/booking.ts'
import { type Partner, partnerFrom } from '../partner/partner.ts'
import { type User, userFrom } from '../user/user.ts'
import type { JsonObject } from '../wire/read.ts'

let made = 0

/** Makes the builders return the same ids again. Vitest calls it before each file of the server. */
export function restartIds(): void {
  made = 0
}

/** Returns a new id in the form of a MongoDB ObjectId. */
export function anId(): string {
  made += 1
  return `65f0c0ffee00${made.toString(16).padStart(12, '0')}`
}

/** Returns the JSON of a complete, realistic booking (§3). */
export function bookingJson(given: JsonObject = {}): JsonObject {
  const id = anId()
  return {
    _id: id,
    numberId: `MB${String(10_000 + made)}`,
    userId: anId(),
    eventId: 'event-1',
    eventType: 'Wedding',
    location: 'Jaipur',
    transactionId: `TXN${made}`,
    status: 'pending',
    dateFrom: '2026-12-05T04:30:00.000Z',
    dateTo: '2026-12-06T16:30:00.000Z',
    createdAt: '2026-11-01T09:00:00.000Z',
    budget: 250_000,
    partnerId: anId(),
    partnerName: 'Aarav Mehta',
    partnerMobile: '9820012345',
    services: ['Mehendi'],
    photographyEvent: '',
    cateringEvent: '',
    ...given,
  }
}

export function aBooking(given: JsonObject = {}): Booking {
  return bookingFrom(bookingJson(given))
}

/** Returns the JSON of a partner whose registration is complete (§3). */
export function partnerJson(given: JsonObject = {}): JsonObject {
  const id = anId()
  return {
    _id: id,
    name: 'Ananya Iyer',
    personalEmail: `ananya.${made}@example.in`,
    mobileNo: '9876501234',
    companyName: 'Iyer Caterers',
    companyEmailId: 'office@iyercaterers.example',
    companyEmail: 'PLAN82600',
    companyLocation: 'Chennai',
    servicesSelected: ['Catering'],
    status: 'pending',
    aadharNo: '234567890124',
    latitude: 13.08,
    longitude: 80.27,
    ...given,
  }
}

export function aPartner(given: JsonObject = {}): Partner {
  return partnerFrom(partnerJson(given))
}

/** Returns the JSON of a user (§3). */
export function userJson(given: JsonObject = {}): JsonObject {
  const id = anId()
  return {
    _id: id,
    fullName: 'Kavya Nair',
    email: `kavya.${made}@example.in`,
    phone: '9845098450',
    ...given,
  }
}

export function aUser(given: JsonObject = {}): User {
  return userFrom(userJson(given))
}
