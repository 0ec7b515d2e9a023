import type { ExportedPartners } from '@mandap/domain/partner/export.ts'
import { clean } from '@mandap/domain/text/text.ts'
import type { PartnerQuery } from '../partner.ts'
import type { PageRequest } from './page.ts'
import type { Query } from './query.ts'

/** Every list of partners that is read by pages. Each can be exported. */
export type PagedPartners = ExportedPartners

/** The parameters of `GET /partners` that describe a list. */
export type PartnerListingQuery = Query<Omit<PartnerQuery, keyof PageRequest>>

/** Returns the parameters of `GET /partners` that describe a list. */
export function encodePartnerListing(listing: PagedPartners): PartnerListingQuery {
  return {
    list: listing.list,
    status: listing.list === 'approval' ? listing.status : undefined,
    search: clean(listing.search ?? '') || undefined,
  }
}
