import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import { clean } from '@mandap/domain/text/text.ts'

/** What of GET /partners asks our own server for a list of partners; its rules are the server's. */
export function partnersQuery(listing: PartnerListing): Record<string, string | undefined> {
  return {
    list: listing.list,
    status: listing.list === 'approval' ? listing.status : undefined,
    search: clean(listing.search ?? '') || undefined,
  }
}
