import type { BookingStatus } from '@mandap/domain/booking/status.ts'
import type { ServiceCategory } from '@mandap/domain/booking/service.ts'
import { DAY, HOUR } from '@mandap/domain/time/days.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Calendar } from './calendar.ts'
import { aCity, type City } from './city.ts'
import { home, type Trade, TRADES, venue } from './company.ts'
import { type SeededRandom, weightedPick } from './seeded-random.ts'
import {
  CATEGORY_SERVICES,
  EVENT_TEMPLATES,
  eventName,
  type EventTemplate,
  SHOOTS,
} from './event.ts'
import { eventIdOf, randomOf, recordId } from './record-id.ts'
import { originOfUser } from './user.ts'

/** The partner of a booking, with the fields that the booking contains. */
export interface Planner {
  id: string
  name: string
  mobile: string
  city: City
  trade: Trade
}

/** The input from which bookings are generated. */
export interface Market {
  calendar: Calendar
  /** Returns one of the approved partners that the booking with this index can have. */
  planner: (index: number, random: SeededRandom) => Planner
  /** Returns how many users the booking with this index can belong to. */
  users: (index: number) => number
}

/** Returns the JSON of the booking with this index (§3). */
export function bookingJson(index: number, { calendar, planner, users }: Market): JsonObject {
  const random = randomOf('booking', index)
  const partner = random.chance(0.96) ? planner(index, random) : null
  const city = partner && random.chance(0.85) ? partner.city : aCity(random)
  const customer = customerNear(city, users(index), random)
  const template = partner?.trade === 'beauty' ? aBridalTemplate(random) : aTemplate(random)
  const category = categoryOf(partner, random)
  const both = category === 'Photography' && random.chance(0.06)

  const day = calendar.eventDay(template.season, random)
  const age = bookedDaysAgo(day, template, random)
  const begins = calendar.at(day, random.pick(template.begins))
  const lasts = random.between(...template.days)
  const dateFrom = new Date(begins).toISOString()
  const dateTo = new Date(
    begins + (lasts - 1) * DAY + random.between(...template.hours) * HOUR,
  ).toISOString()
  const minutes = age === 0 ? random.below(300) : random.between(8 * 60, 23 * 60)
  const created = calendar.at(-age, minutes) + random.below(60_000)
  const createdAt = new Date(age === 0 ? calendar.beforeNow(created) : created).toISOString()
  const eventId = eventIdOf(index)

  return {
    _id: recordId('booking', index),
    numberId: bookingNumberOf(index, createdAt),
    userId: recordId('user', customer),
    eventId,
    eventType: typeOf(template, category, originOfUser(customer).community),
    location: template.at === 'home' ? home(city, random) : venue(city, random),
    transactionId: `T${createdAt.slice(2, 10).replaceAll('-', '')}${String(random.below(1e8)).padStart(8, '0')}`,
    status: statusOf(day, lasts, age, random),
    dateFrom,
    dateTo,
    eventDate: dateFrom,
    createdAt,
    budget: budgetOf(template, category, partner, city, random),
    partnerId: partner?.id ?? '',
    partnerName: partner?.name ?? '',
    partnerMobile: partner?.mobile ?? '',
    services: servicesOf(template, category, partner, random),
    // the field of a category that was not booked is empty or has another value
    photographyEvent: category === 'Photography' ? eventId : '',
    cateringEvent: category === 'Catering' || both ? eventId : random.chance(0.1) ? 'none' : '',
  }
}

const aTemplate: (random: SeededRandom) => EventTemplate = weightedPick(
  EVENT_TEMPLATES.map((template) => [template, template.weight]),
)

// bridal studios are booked for weddings only
const aBridalTemplate: (random: SeededRandom) => EventTemplate = weightedPick(
  EVENT_TEMPLATES.filter(({ season }) => season === 'wedding').map((template) => [
    template,
    template.weight,
  ]),
)

const aCategory: (random: SeededRandom) => ServiceCategory = weightedPick([
  ['Event', 40],
  ['Catering', 34],
  ['Photography', 26],
])

function categoryOf(partner: Planner | null, random: SeededRandom): ServiceCategory {
  if (partner?.trade === 'photography') return 'Photography'
  if (partner?.trade === 'catering') return 'Catering'
  return partner ? 'Event' : aCategory(random)
}

/** Returns a customer, mostly from the same city or state: one of a few random candidates. */
function customerNear(city: City, users: number, random: SeededRandom): number {
  let nearest = random.below(users)
  for (let attempts = 0; attempts < 6; attempts += 1) {
    const theirs = originOfUser(nearest).city
    if (theirs === city || (attempts > 3 && theirs.state === city.state)) break
    nearest = random.below(users)
  }
  return nearest
}

/** Returns how many days ago the booking was made; 0 for today. */
function bookedDaysAgo(
  day: number,
  { lead: [low, high] }: EventTemplate,
  random: SeededRandom,
): number {
  const lead = Math.round(low * (high / low) ** random.next())
  if (lead >= day) return lead - day
  // the event is further away than its usual lead, so it was booked recently
  return Math.floor(-Math.log(1 - random.next()) * 12)
}

/**
 * Returns a booking number such as `MB26K1042`: the year and month of booking (A is January) and a unique
 * number, so that typing more of it finds fewer bookings (§5.4).
 */
function bookingNumberOf(index: number, createdAt: string): string {
  const month = String.fromCharCode(64 + Number(createdAt.slice(5, 7)))
  // 7,919 and 9,000 have no common factor, so this permutes the four-digit numbers
  const number = index < 9000 ? 1000 + ((index * 7919) % 9000) : index + 1000
  return `MB${createdAt.slice(2, 4)}${month}${number}`
}

function typeOf(
  { type }: EventTemplate,
  category: ServiceCategory,
  community: Parameters<typeof eventName>[1],
): string {
  const shoot = category === 'Photography' ? SHOOTS[type] : undefined
  return shoot ?? eventName(type, community)
}

/** The share of an event's cost for trades that provide only a part of it. */
const SHARES: Partial<Record<Trade, number>> = { decoration: 0.4, music: 0.15, beauty: 0.12 }

function budgetOf(
  template: EventTemplate,
  category: ServiceCategory,
  partner: Planner | null,
  city: City,
  random: SeededRandom,
): number {
  const key = { Event: 'event', Catering: 'catering', Photography: 'photography' } as const
  const [low, high] = template[key[category]]
  const share = (partner && SHARES[partner.trade]) ?? 1
  const rupees = low * (high / low) ** random.next() * city.cost * share
  const step = rupees < 50_000 ? 500 : rupees < 300_000 ? 5000 : 25_000
  return Math.max(step, Math.round(rupees / step) * step)
}

function servicesOf(
  template: EventTemplate,
  category: ServiceCategory,
  partner: Planner | null,
  random: SeededRandom,
): string[] {
  const own =
    partner && partner.trade in SHARES ? TRADES[partner.trade].services : template.services
  const offered = category === 'Event' ? own : CATEGORY_SERVICES[category]
  return random.some<string>(offered, random.between(0, 4))
}

type StatusPick = (random: SeededRandom) => BookingStatus

const LONG_PAST: StatusPick = weightedPick([
  ['completed', 79],
  ['Cancel', 5],
  ['cancel', 3],
  ['cancelBooking', 5],
  ['cancelEvent', 4],
  ['confirmEvent', 2],
  ['pending', 1],
  ['cancelVisit', 1],
])

const JUST_PAST: StatusPick = weightedPick([
  ['completed', 58],
  ['confirmEvent', 24],
  ['Cancel', 4],
  ['cancel', 2],
  ['cancelBooking', 4],
  ['cancelEvent', 5],
  ['visited', 2],
  ['pending', 1],
])

const UNDER_WAY: StatusPick = weightedPick([
  ['confirmEvent', 88],
  ['completed', 4],
  ['cancelEvent', 4],
  ['visited', 3],
  ['pending', 1],
])

// the status depends on the age of a booking: visits in the first weeks, then confirmed
const NEW: StatusPick = weightedPick([
  ['pending', 78],
  ['partnerVisited', 16],
  ['userConfirmVisit', 3],
  ['cancelBooking', 3],
])

const YOUNG: StatusPick = weightedPick([
  ['pending', 24],
  ['partnerVisited', 20],
  ['userConfirmVisit', 13],
  ['cancelVisit', 6],
  ['visited', 14],
  ['confirmEvent', 14],
  ['cancelBooking', 5],
  ['Cancel', 2],
  ['cancel', 2],
])

const SETTLED: StatusPick = weightedPick([
  ['confirmEvent', 66],
  ['visited', 9],
  ['pending', 4],
  ['partnerVisited', 3],
  ['userConfirmVisit', 3],
  ['cancelVisit', 3],
  ['cancelEvent', 5],
  ['cancelBooking', 4],
  ['Cancel', 2],
  ['cancel', 1],
])

function statusOf(day: number, lasts: number, age: number, random: SeededRandom): BookingStatus {
  if (day + lasts <= -6) return LONG_PAST(random)
  if (day + lasts <= 0) return JUST_PAST(random)
  if (day <= 0) return UNDER_WAY(random)
  return (age < 3 ? NEW : age < 16 ? YOUNG : SETTLED)(random)
}
