import { type Condition, contains, nothing } from '../rule/condition.ts'
import { searchTiers, withTerms } from '../text/search.ts'
import { fold } from '../text/text.ts'
import type { BookingIndex } from './index-fields.ts'

/** Selects the bookings that the dashboard search finds (§5.5). Blank text selects none. */
export function bookingsFound(text: string): Condition<BookingIndex> {
  return fold(text) === '' ? nothing() : withTerms(text, inText)
}

/** Returns the tiers of the bookings that the dashboard search finds (§5.5). */
export function bookingTiers(text: string): readonly Condition<BookingIndex>[] {
  return fold(text) === '' ? [nothing()] : searchTiers(text, inText)
}

function inText(part: string): Condition<BookingIndex> {
  return contains('searchText', part)
}
