import { queryText } from '@mandap/client/http.ts'
import { splitQuery } from '@mandap/client/http-transport.ts'
import { encodeAuditListing } from '@mandap/contract/codec/audit.ts'
import { encodeBookingListing } from '@mandap/contract/codec/bookings.ts'
import { encodePageRequest } from '@mandap/contract/codec/page.ts'
import { encodePartnerListing } from '@mandap/contract/codec/partners.ts'
import { encodeUserListing } from '@mandap/contract/codec/users.ts'
import { QUERY_HEADER } from '@mandap/contract/url-parameters.ts'
import type { PartnerListing } from '@mandap/domain/partner/list.ts'
import { DOCUMENTS } from '@mandap/domain/verification/document.ts'
import { ruleOf, type Step, type StepItem } from '@mandap/domain/verification/step.ts'
import { bookingFilterFrom } from '../src/features/booking/booking-filter-url.ts'
import { PAGE_SIZE } from '../src/features/list/page-start.ts'
import type { ROUTES } from '../src/features/navigation/paths.ts'
import {
  approvalViewFrom,
  listingOfApprovalView,
} from '../src/features/partner/approval-view-url.ts'
import type { CallTemplate } from './first-calls-script.ts'

const PARTNER: CallTemplate = { url: '/partners/{pathId}' }

const CUSTOMER = '/user/{userId}'

const BOOKINGS_OF_PARTNER = firstPage(
  '/bookings',
  encodeBookingListing({ list: 'ofPartner', partnerId: '{pathId}' }),
)

const today = { date: '{today}', timeZone: '{timeZone}' }

/**
 * The first calls of each screen, with placeholders for the address, the day and, in the calls that follow, for fields of
 * the answer. A screen is missing here if its first call depends on more.
 */
export const FIRST_CALLS: Partial<Record<keyof typeof ROUTES, readonly CallTemplate[]>> = {
  dashboard: [{ url: '/summary' }],
  bookingDetails: [
    firstPage(
      '/bookings',
      encodeBookingListing({
        list: 'details',
        filter: bookingFilterFrom(new URLSearchParams()),
        today,
      }),
    ),
  ],
  bookingDetailsCard: [{ url: '/bookings/{searchId}', next: [CUSTOMER, '/partners/{partnerId}'] }],
  approvalPanel: [partners(listingOfApprovalView(approvalViewFrom(new URLSearchParams())))],
  kycHub: [PARTNER],
  onlineKyc: [partnerWithDocuments('onlineKyc')],
  companyKyc: [partnerWithDocuments('companyVerification')],
  inPerson: [PARTNER],
  partnerDetails: [partners({ list: 'approved' })],
  partnerBookings: [PARTNER, BOOKINGS_OF_PARTNER],
  userCount: [firstPage('/users', encodeUserListing({}))],
  gstRequests: [partners({ list: 'gst' })],
  gstRequest: [PARTNER],
  inProgressPartners: [partners({ list: 'inProgress' })],
  inProgressPartner: [PARTNER],
  guestPartners: [partners({ list: 'guest' })],
  guestPartner: [
    { ...PARTNER, next: [CUSTOMER] },
    { ...BOOKINGS_OF_PARTNER, next: [CUSTOMER] },
  ],
  account: [{ url: '/account' }],
  activity: [firstPage('/activity', encodeAuditListing({}))],
}

function partnerWithDocuments(step: Step): CallTemplate {
  const items = ruleOf(step).items as readonly StepItem[]
  return { ...PARTNER, next: items.map((item) => `/documents/{${DOCUMENTS[item].field}}/link`) }
}

function partners(listing: PartnerListing): CallTemplate {
  return firstPage('/partners', encodePartnerListing(listing))
}

function firstPage(path: string, listing: Parameters<typeof queryText>[0]): CallTemplate {
  const { query, header } = splitQuery({ ...listing, ...encodePageRequest({ limit: PAGE_SIZE }) })
  const others = header[QUERY_HEADER]
  return {
    url: template(path + queryText(query)),
    ...(others !== undefined && { query: template(others) }),
  }
}

/** Returns an encoded text with its placeholders as they are. */
function template(encoded: string): string {
  return encoded.replaceAll('%7B', '{').replaceAll('%7D', '}')
}
