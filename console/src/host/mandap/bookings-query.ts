import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import { clean } from '@mandap/domain/rule/text.ts'

/** What of GET /bookings asks our own server for a list of bookings; its rules are the server's. */
export function bookingsQuery(listing: BookingListing): Record<string, string | undefined> {
  switch (listing.list) {
    case 'details': {
      const { filter, today } = listing
      const { numberId, bookedDate, partnerName, sort = 'newest', ...rest } = filter
      return {
        ...rest,
        today: today.date,
        timeZone: today.timeZone,
        sort,
        numberPrefix: numberId || undefined,
        bookedDate: bookedDate || undefined,
        partnerName: clean(partnerName ?? '') || undefined,
      }
    }
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
