import { queryText } from '@mandap/client/http.ts'
import { encodeAuditListing } from '@mandap/contract/codec/audit.ts'
import { encodeBookingListing } from '@mandap/contract/codec/bookings.ts'
import { encodePageRequest } from '@mandap/contract/codec/page.ts'
import { encodePartnerListing } from '@mandap/contract/codec/partners.ts'
import { encodeUserListing } from '@mandap/contract/codec/users.ts'
import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import { filterFrom } from '../src/features/booking/filter-url.ts'
import { PAGE_SIZE } from '../src/features/list/page-start.ts'
import type { ROUTES } from '../src/features/navigation/paths.ts'
import { listingOf, viewFrom } from '../src/features/partner/approval-view.ts'

const PARTNER = '/partners/{pathId}'

const today = { date: '{today}', timeZone: '{timeZone}' }

/**
 * The first call of each screen, as a URL with placeholders, for a path without parameters. A screen is missing here if
 * its first call depends on more.
 */
export const FIRST_CALLS: Partial<Record<keyof typeof ROUTES, string>> = {
  dashboard: '/summary',
  bookingDetails: firstPage(
    '/bookings',
    encodeBookingListing({ list: 'details', filter: filterFrom(new URLSearchParams()), today }),
  ),
  bookingDetailsCard: '/bookings/{searchId}',
  approvalPanel: partners(listingOf(viewFrom(new URLSearchParams()))),
  kycHub: PARTNER,
  onlineKyc: PARTNER,
  companyKyc: PARTNER,
  inPerson: PARTNER,
  partnerDetails: partners({ list: 'approved' }),
  partnerBookings: PARTNER,
  userCount: firstPage('/users', encodeUserListing({})),
  gstRequests: partners({ list: 'gst' }),
  gstRequest: PARTNER,
  inProgressPartners: partners({ list: 'inProgress' }),
  inProgressPartner: PARTNER,
  guestPartners: partners({ list: 'guest' }),
  guestPartner: PARTNER,
  account: '/account',
  activity: firstPage('/activity', encodeAuditListing({})),
}

function partners(listing: PartnerListing): string {
  return firstPage('/partners', encodePartnerListing(listing))
}

function firstPage(path: string, listing: Parameters<typeof queryText>[0]): string {
  const query = queryText({ ...listing, ...encodePageRequest({ limit: PAGE_SIZE }) })
  return path + query.replaceAll('%7B', '{').replaceAll('%7D', '}')
}
