import { fold, words } from '../text/text.ts'
import type { Partner } from '../partner/partner.ts'
import type { Booking } from './booking.ts'
import { isSameCity } from './city.ts'
import { doubleBookingsOf } from './double-booking.ts'
import { type ServiceCategory, serviceCategories } from './service.ts'

/** How well a partner fits a booking as its planner (§2.6). `null`: the booking or the partner does not say. */
export interface PlannerFit<B = Booking> {
  /** Whether the partner offers the booking's service. */
  service: boolean | null
  /** Whether the partner's company is in the city of the event. */
  city: boolean | null
  /** The partner's other events on the days of the booking. */
  otherEvents: readonly B[] | null
}

/** Parts of words by which the name of a service belongs to a category. Any other service is of Event. */
const CATEGORY_WORDS: readonly (readonly [ServiceCategory, readonly string[]])[] = [
  ['Photography', ['photo', 'video', 'film', 'drone', 'album', 'shoot', 'camera']],
  ['Catering', ['cater', 'food', 'sweet', 'beverage', 'crockery', 'counter', 'menu']],
]

/** Returns the service category to which the name of a partner's service belongs. */
export function categoryOfService(service: string): ServiceCategory {
  const folded = fold(service)
  const found = CATEGORY_WORDS.find(([, parts]) => parts.some((part) => folded.includes(part)))
  return found?.[0] ?? 'Event'
}

/** Returns how well a partner fits a booking. `planned` has the bookings on its days, null if they are unknown. */
export function plannerFit<B extends Booking>(
  booking: Booking,
  partner: Pick<Partner, 'id' | 'companyLocation' | 'servicesSelected'>,
  planned: readonly B[] | null,
  timeZone: string,
): PlannerFit<B> {
  const { id, companyLocation, servicesSelected } = partner
  const wanted = serviceCategories(booking)
  const taken = { ...booking, partnerId: id }
  return {
    service:
      servicesSelected.length === 0
        ? null
        : servicesSelected.some((service) => wanted.includes(categoryOfService(service))),
    city: isSameCity(booking.location, companyLocation),
    otherEvents:
      planned === null || booking.dateFrom === null
        ? null
        : doubleBookingsOf(taken, planned, timeZone),
  }
}

/** Returns a number that is higher the better the fit: the service first, then free days, then the city. */
export function fitRank({ service, city, otherEvents }: PlannerFit<unknown>): number {
  const isFree = otherEvents?.length === 0
  return (service ? 4 : 0) + (isFree ? 2 : 0) + (city ? 1 : 0)
}

/**
 * Returns 2 if the typed text is the partner's name, 1 if each typed word begins a word of the name or of the company,
 * and 0 if the text was found elsewhere, such as in the phone number.
 */
export function nameRank(
  { name, companyName }: Pick<Partner, 'name' | 'companyName'>,
  typed: string,
): number {
  if (typed !== '' && fold(name) === fold(typed)) return 2
  const own = [...words(name), ...words(companyName)]
  return words(typed).every((word) => own.some((each) => each.startsWith(word))) ? 1 : 0
}
