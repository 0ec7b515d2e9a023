import { decodeAuditListing } from './decode-audit.ts'
import { decodeBookingListing } from './decode-bookings.ts'
import { decodePartnerListing } from './decode-partners.ts'
import { decodeUserListing } from './decode-users.ts'
import type { ListToExport, ListToExportFields } from './export.ts'
import { QueryError } from './query-error.ts'

/** Reads the list that the body of `POST /exports` describes. Throws a `QueryError` that names what is wrong with it. */
export function decodeListToExport(request: ListToExportFields): ListToExport {
  switch (request.of) {
    case 'bookings': {
      const listing = decodeBookingListing(request.query)
      if (listing.list === 'all' || listing.list === 'numbered')
        throw new QueryError('query', 'An export of bookings needs a tab or list.')
      return { of: 'bookings', listing }
    }
    case 'partners':
      if (request.query.list === undefined)
        throw new QueryError('query', 'An export of partners needs a list.')
      return { of: 'partners', listing: decodePartnerListing(request.query) }
    case 'users':
      return { of: 'users', listing: decodeUserListing(request.query) }
    case 'activity':
      return { of: 'activity', listing: decodeAuditListing(request.query) }
  }
}
