import type { ListFilter } from '@mandap/domain/booking/filter.ts'
import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import { clean } from '@mandap/domain/text/text.ts'

/** What of GET /bookings asks our own server for a list of bookings; its rules are the server's. */
export function bookingsQuery(listing: BookingListing): Record<string, string | undefined> {
  switch (listing.list) {
    case 'details':
      return { tab: listing.filter.tab, ...filterQuery(listing) }
    case 'ended':
      return { list: listing.list, ...filterQuery(listing) }
    case 'found':
      return { list: listing.list, search: clean(listing.search) }
    case 'expired': {
      const { list, now, numberId } = listing
      return { list, now: new Date(now).toISOString(), numberPrefix: numberId || undefined }
    }
    case 'ofPartner':
      return { list: listing.list, partnerId: listing.partnerId }
    case 'ofUser': {
      const { list, userId, group, today } = listing
      const day = group && { group, today: today.date, timeZone: today.timeZone }
      return { list, userId, ...day }
    }
  }
}

function filterQuery({ filter, today }: { filter: ListFilter; today: Today }) {
  const { numberId, eventDate, bookedDate, service, partnerName, sort = 'newest' } = filter
  return {
    today: today.date,
    timeZone: today.timeZone,
    sort,
    eventDate,
    service,
    numberPrefix: numberId || undefined,
    bookedDate: bookedDate || undefined,
    partnerName: clean(partnerName ?? '') || undefined,
  }
}
