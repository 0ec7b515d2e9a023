import type { AuditListing } from '@mandap/domain/audit/listing.ts'
import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import type { ExportedPartners } from '@mandap/domain/partner/export.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import { encodeAuditListing } from './audit.ts'
import { encodeBookingListing } from './bookings.ts'
import { encodePartnerListing } from './partners.ts'
import { encodeUserListing } from './users.ts'

/** A list that `POST /exports` writes to a file. */
export type ListToExport =
  | { of: 'bookings'; listing: BookingListing }
  | { of: 'partners'; listing: ExportedPartners }
  | { of: 'users'; listing: UserListing }
  | { of: 'activity'; listing: AuditListing }

/** The fields of the body of `POST /exports` that describe a list. */
export type ListToExportFields = ReturnType<typeof encodeListToExport>

/** Returns the fields of the body of `POST /exports` that describe a list. */
export function encodeListToExport({ of, listing }: ListToExport) {
  switch (of) {
    case 'bookings':
      return { of, query: encodeBookingListing(listing) }
    case 'partners':
      return { of, query: encodePartnerListing(listing) }
    case 'users':
      return { of, query: encodeUserListing(listing) }
    case 'activity':
      return { of, query: encodeAuditListing(listing) }
  }
}
