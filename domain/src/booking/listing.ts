import { all, type Condition, everything } from '../rule/condition.ts'
import type { Today } from '../time/days.ts'
import { bookingsOnDays, type PartnerDays } from './double-booking.ts'
import { endedBookings } from './ended.ts'
import { expiredBookings } from './expiry.ts'
import { BOOKING_FIGURES, type BookingFigure } from './figure.ts'
import type { BookingIndex } from './index-fields.ts'
import {
  type BookingFilter,
  bookingsFiltered,
  bookingsListed,
  bookingsNumbered,
  bookingsOfPartner,
  bookingsOfUser,
  type BookingSort,
  DEFAULT_BOOKING_SORT,
  type ListFilter,
} from './filter.ts'
import { bookingsFound } from './found.ts'
import { type BookingGroup, bookingsInGroup } from './group.ts'

/** The lists of bookings besides Booking Details. */
export const BOOKING_LISTS = [
  'ended', // §2.5
  'found', // §2.4
  'counted', // §2.4, §2.11
  'expired', // §2.7
  'ofPartner', // §2.12, §2.15
  'onDays', // §2.6
  'ofUser', // §2.11
] as const

/** A list of bookings and its filters. */
export type BookingListing =
  | { list: 'details'; filter: BookingFilter; today: Today }
  | { list: 'ended'; filter: ListFilter; today: Today }
  | { list: 'counted'; figure: BookingFigure; filter: ListFilter; today: Today }
  /** `search` is the typed text (§5.5). */
  | { list: 'found'; search: string }
  /** `now` is in epoch milliseconds; `numberId` is the typed text (§5.4). */
  | { list: 'expired'; now: number; numberId?: string | undefined }
  | { list: 'ofPartner'; partnerId: string }
  | ({ list: 'onDays' } & PartnerDays)
  | { list: 'ofUser'; userId: string; group: BookingGroup; today: Today }
  | { list: 'ofUser'; userId: string; group?: undefined; today?: Today }

/** Selects the bookings of a list. */
export function bookingsOf(listing: BookingListing): Condition<BookingIndex> {
  switch (listing.list) {
    case 'details':
      return bookingsListed(listing.filter, listing.today)
    case 'ended':
      return all(endedBookings(listing.today), bookingsFiltered(listing.filter, listing.today))
    case 'counted':
      return all(
        BOOKING_FIGURES[listing.figure].bookings(listing.today),
        bookingsFiltered(listing.filter, listing.today),
      )
    case 'found':
      return bookingsFound(listing.search)
    case 'expired':
      return all(
        expiredBookings(listing.now),
        listing.numberId ? bookingsNumbered(listing.numberId) : everything(),
      )
    case 'ofPartner':
      return bookingsOfPartner(listing.partnerId)
    case 'onDays':
      return bookingsOnDays(listing)
    case 'ofUser':
      return all(
        bookingsOfUser(listing.userId),
        listing.group ? bookingsInGroup(listing.group, listing.today) : everything(),
      )
  }
}

/** Returns the order of a list. The default is newest first (§2.5). */
export function sortOf(listing: BookingListing | { list: 'all' | 'numbered' }): BookingSort {
  return ('filter' in listing && listing.filter.sort) || DEFAULT_BOOKING_SORT
}
