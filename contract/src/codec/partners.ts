import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import { clean } from '@mandap/domain/text/text.ts'
import type { PartnerQuery } from '../partner.ts'
import type { Query } from './query.ts'
import { QueryError } from './query-error.ts'

/** Every list of partners that is read by pages: those of the screens, all, and the deleted ones. */
export type PagedPartners =
  | PartnerListing
  | { list: 'all' | 'deleted'; search?: string | undefined }

type ListingQuery = Query<Omit<PartnerQuery, 'limit' | 'after' | 'skip'>>

/** Returns the parameters of `GET /partners` that describe a list. */
export function encodePartnerListing(listing: PagedPartners): ListingQuery {
  return {
    list: listing.list === 'all' ? undefined : listing.list,
    status: listing.list === 'approval' ? listing.status : undefined,
    search: clean(listing.search ?? '') || undefined,
  }
}

/** Reads the list that a query describes. Throws a `QueryError` that names what is wrong with it. */
export function decodePartnerListing({ list, status, search }: ListingQuery): PagedPartners {
  if (list === 'approval') {
    if (status === undefined) throw new QueryError('status', 'list=approval needs a status.')
    return { list, status, search }
  }
  if (status !== undefined) throw new QueryError('status', 'status needs list=approval.')
  return { list: list ?? 'all', search }
}
