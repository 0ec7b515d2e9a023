import type { Today } from '@mandap/domain/time/days.ts'
import { type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import { bookingJson, type Market, type Planner } from './booking.ts'
import { calendar } from './calendar.ts'
import { edgeBookings } from './edge-bookings.ts'
import { BASE_PARTNERS, demoPartner } from './partner.ts'
import { tempPartnerJson } from './temp-partner.ts'
import { BASE_USERS, userJson } from './user.ts'

/** The number of records of each kind or, as a start, the number that exist already. */
export interface DemoCounts {
  bookings: number
  partners: number
  users: number
  tempPartners: number
}

export interface DemoRecords {
  users: Iterable<JsonObject>
  partners: Iterable<JsonObject>
  tempPartners: Iterable<JsonObject>
  bookings: Iterable<JsonObject>
}

export const BASE_BOOKINGS = 2000
const TEMP_PARTNERS = 12

/** Returns the number of partners and users for this number of bookings. */
export function demoCounts(bookings = BASE_BOOKINGS): DemoCounts {
  return {
    bookings,
    partners: partnersOf(bookings - 1),
    users: usersOf(bookings - 1),
    tempPartners: TEMP_PARTNERS,
  }
}

// a booking refers only to earlier records or those of the same run, so that more can be added at any time
function usersOf(booking: number): number {
  return Math.max(BASE_USERS, Math.floor(booking / 4))
}

function partnersOf(booking: number): number {
  return Math.max(BASE_PARTNERS, Math.floor(booking / 200))
}

const NONE: DemoCounts = { bookings: 0, partners: 0, users: 0, tempPartners: 0 }

/**
 * Returns demonstration records in the format of §7, with dates relative to `today`. The same arguments return
 * the same records. `start` leaves out the records that exist already. With `now`, an instant of today, no booking is
 * made later than that.
 */
export function generate(
  today: Today,
  counts = demoCounts(),
  start = NONE,
  now = Number.POSITIVE_INFINITY,
): DemoRecords {
  return {
    users: records(start.users, counts.users, userJson),
    partners: records(start.partners, counts.partners, (index) => {
      return demoPartner(index).json
    }),
    tempPartners: records(start.tempPartners, counts.tempPartners, tempPartnerJson),
    bookings: bookingsOf(today, now, start.bookings, counts.bookings),
  }
}

function* records(start: number, end: number, make: (index: number) => JsonObject) {
  for (let index = start; index < end; index += 1) yield make(index)
}

function* bookingsOf(today: Today, now: number, start: number, end: number): Generator<JsonObject> {
  const days = calendar(today, now)
  const market: Market = { calendar: days, planner: planners(), users: usersOf }
  const edges = edgeBookings(days, tempPartnerJson)
  for (let index = start; index < end; index += 1) {
    const booking = bookingJson(index, market)
    const edge = edges[index]
    yield edge ? present({ ...booking, ...edge }) : booking
  }
}

/** Returns a function that picks approved partners, some more often than others. */
function planners(): Market['planner'] {
  const known: (Planner | null)[] = []
  const at = (index: number): Planner | null => {
    const found = known[index]
    if (found !== undefined) return found
    const { json, status, name, mobile, city, trade } = demoPartner(index)
    // a partner without a name or number has no bookings
    const works = status === 'approved' && json['name'] === name && json['mobileNo'] === mobile
    return (known[index] = works ? { id: readId(json), name, mobile, city, trade } : null)
  }
  return (booking, random) => {
    const partners = partnersOf(booking)
    for (;;) {
      // a power, so that some partners have more bookings than others
      const planner = at(Math.floor(random.next() ** 1.6 * partners))
      if (planner) return planner
    }
  }
}

function present(record: Record<string, unknown>): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}
