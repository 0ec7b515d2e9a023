import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import { clean } from '@mandap/domain/text/text.ts'
import type { PartnerQuery } from '../partner.ts'
import type { Query } from './query.ts'

/** Every list of partners that is read by pages: those of the screens, and the deleted ones. */
export type PagedPartners = PartnerListing | { list: 'deleted'; search?: string | undefined }

/** The parameters of `GET /partners` that describe a list. */
export type ListingQuery = Query<Omit<PartnerQuery, 'limit' | 'after' | 'skip'>>

/** Returns the parameters of `GET /partners` that describe a list. */
export function encodePartnerListing(listing: PagedPartners): ListingQuery {
  return {
    list: listing.list,
    status: listing.list === 'approval' ? listing.status : undefined,
    search: clean(listing.search ?? '') || undefined,
  }
}
