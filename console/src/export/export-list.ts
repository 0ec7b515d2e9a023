import type { Client } from '@mandap/client/client.ts'
import { encodeAuditListing } from '@mandap/contract/codec/audit.ts'
import { encodeBookingListing } from '@mandap/contract/codec/bookings.ts'
import { encodePartnerListing } from '@mandap/contract/codec/partners.ts'
import { encodeUserListing } from '@mandap/contract/codec/users.ts'
import type { AuditListing } from '@mandap/domain/audit/listing.ts'
import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import type { ExportFormat } from '@mandap/domain/export/format.ts'
import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import { addressOf } from '../app/config.ts'

/** A list with the filters of a screen. */
export type ListToExport =
  | { of: 'bookings'; listing: BookingListing }
  | { of: 'partners'; listing: PartnerListing }
  | { of: 'users'; listing: UserListing }
  | { of: 'activity'; listing: AuditListing }

/**
 * Creates a file of a whole list and returns its URL. The URL may work only once, so only the browser's
 * download fetches it.
 */
export async function exportList(
  client: Client,
  list: ListToExport,
  { format, timeZone }: { format: ExportFormat; timeZone: string },
): Promise<{ url: string; name: string }> {
  const body = { ...encoded(list), format, timeZone }
  const { data } = await client.call('POST /exports', { body })
  return { url: addressOf(data.url), name: data.name }
}

function encoded(list: ListToExport) {
  switch (list.of) {
    case 'bookings':
      return { of: list.of, query: encodeBookingListing(list.listing) }
    case 'partners':
      return { of: list.of, query: encodePartnerListing(list.listing) }
    case 'users':
      return { of: list.of, query: encodeUserListing(list.listing) }
    case 'activity':
      return { of: list.of, query: encodeAuditListing(list.listing) }
  }
}
