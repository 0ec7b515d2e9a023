import type { ListFilter } from '@mandap/domain/booking/filter.ts'
import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import { clean } from '@mandap/domain/text/text.ts'
import type { BookingQuery } from '../booking.ts'
import type { PageRequest } from './page.ts'
import type { Query } from './query.ts'
import { encodeToday } from './today.ts'

/** Every list of bookings that is read by pages: those of the screens, all, and a number's suggestions (§5.4). */
export type PagedBookings =
  | BookingListing
  | { list: 'all' }
  | { list: 'numbered'; numberPrefix: string }

/** The parameters of `GET /bookings` that describe a list. */
export type BookingListingQuery = Query<Omit<BookingQuery, keyof PageRequest | 'numberId'>>

/** Returns the parameters of `GET /bookings` that describe a list. */
export function encodeBookingListing(listing: PagedBookings): BookingListingQuery {
  switch (listing.list) {
    case 'all':
      return {}
    case 'numbered':
      return { numberPrefix: listing.numberPrefix }
    case 'details':
      return { tab: listing.filter.tab, ...encodeFilter(listing) }
    case 'ended':
      return { list: listing.list, ...encodeFilter(listing) }
    case 'counted':
      return { list: listing.list, figure: listing.figure, ...encodeFilter(listing) }
    case 'found':
      return { list: listing.list, search: clean(listing.search) }
    case 'expired': {
      const { list, now, numberId } = listing
      return { list, now: new Date(now).toISOString(), numberPrefix: numberId || undefined }
    }
    case 'ofPartner':
      return { list: listing.list, partnerId: listing.partnerId }
    case 'onDays': {
      const { list, partnerIds, firstDay, lastDay, timeZone } = listing
      return { list, partnerIds: JSON.stringify(partnerIds), firstDay, lastDay, timeZone }
    }
    case 'ofUser': {
      const { list, userId } = listing
      const day = listing.group && { group: listing.group, ...encodeToday(listing.today) }
      return { list, userId, ...day }
    }
  }
}

function encodeFilter({
  filter,
  today,
}: {
  filter: ListFilter
  today: Today
}): BookingListingQuery {
  const { numberId, eventDate, bookedDate, service, partnerName, sort } = filter
  return {
    ...encodeToday(today),
    sort,
    eventDate,
    service,
    numberPrefix: numberId || undefined,
    bookedDate: bookedDate || undefined,
    partnerName: clean(partnerName ?? '') || undefined,
  }
}
