import type { PartnerListingQuery, PagedPartners } from './partners.ts'
import { QueryError } from './query-error.ts'

/** Reads the list that a query describes. Throws a `QueryError` that names what is wrong with it. */
export function decodePartnerListing({ list, status, search }: PartnerListingQuery): PagedPartners {
  if (list === 'approval') {
    if (status === undefined) throw new QueryError('status', 'list=approval needs a status.')
    return { list, status, search }
  }
  if (status !== undefined) throw new QueryError('status', 'status needs list=approval.')
  return { list: list ?? 'all', search }
}
