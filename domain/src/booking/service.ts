import type { Booking } from './booking.ts'

/** The service categories (§3), in the order of the filter (§2.5). */
export const SERVICE_CATEGORIES = ['Catering', 'Photography', 'Event'] as const
export type ServiceCategory = (typeof SERVICE_CATEGORIES)[number]

/** Returns the service categories of a booking (§3). */
export function serviceCategories(
  booking: Pick<Booking, 'eventId' | 'photographyEvent' | 'cateringEvent'>,
): ServiceCategory[] {
  const { eventId, photographyEvent, cateringEvent } = booking
  const found: ServiceCategory[] = []
  if (eventId !== '' && photographyEvent === eventId) found.push('Photography')
  if (eventId !== '' && cateringEvent === eventId) found.push('Catering')
  return found.length > 0 ? found : ['Event']
}
