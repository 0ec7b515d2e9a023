import { demoCounts, generate } from '@mandap/demo/generate.ts'
import { today } from '@mandap/domain/time/days.ts'
import { type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import type { Records } from '@mandap/server/testing/records.ts'

/** Records that the routes with an id open. */
export interface Ids {
  partner: string
  guest: string
  gst: string
  booking: JsonObject | null
}

/** The routes of §2.1, by name. */
export const ROUTES: Record<string, (ids: Ids) => string> = {
  login: () => '/login',
  dashboard: () => '/dashboard',
  'booking-details': () => '/booking-details',
  'booking-details-ended': () => '/booking-details/ended',
  'booking-details-counted': () => '/booking-details/counted?figure=reached-booked',
  'booking-details-found': () => '/booking-details/found?search=a',
  'booking-details-card': () => '/booking-details/card',
  'approval-panel': () => '/approval-panel',
  'approval-panel-kyc': ({ partner }) => `/approval-panel/kyc/${partner}`,
  'online-kyc': ({ partner }) => `/approval-panel/kyc/online-kyc/${partner}`,
  'company-kyc': ({ partner }) => `/approval-panel/kyc/company-kyc/${partner}`,
  'in-person': ({ partner }) => `/approval-panel/kyc/in-person/${partner}`,
  'partner-details': () => '/partner-details',
  'partner-details-all': () => '/partner-details/all',
  'partner-details-id': ({ guest }) => `/partner-details/${guest}`,
  'partner-order': () => '/partner/order',
  'user-count': () => '/user-count',
  'gst-requests': () => '/gst-requests',
  'gst-requests-id': ({ gst }) => `/gst-requests/${gst}`,
  'inprogress-partners': () => '/inprogress-partners',
  'inprogress-partners-id': ({ partner }) => `/inprogress-partners/${partner}`,
  'guest-partners': () => '/guest-partners',
  'guest-partners-id': ({ guest }) => `/guest-partners/${guest}`,
  'expired-bookings': () => '/expired-bookings',
  account: () => '/account',
  administrators: () => '/administrators',
  activity: () => '/activity',
  'reset-password': () => '/reset-password',
}

/** Returns the demonstration data of today, or a part of it. */
export function demonstrationRecords(counts = demoCounts()): Records {
  const records = generate(today(Date.now(), 'Asia/Kolkata'), counts)
  return {
    bookings: [...records.bookings],
    partners: [...records.partners],
    users: [...records.users],
    tempPartners: [...records.tempPartners],
  }
}

/** Returns the records of the demonstration data that the routes open. */
export function demonstrationIds({ partners, bookings }: Records): Ids {
  const idOf = (is: (partner: JsonObject) => unknown) =>
    readId(partners.find(is)?.['_id']) || 'nobody'
  return {
    partner: idOf(({ status, companyEmail }) => status === 'AKYC' && companyEmail !== 'Guest'),
    guest: idOf(({ status, companyEmail }) => status === 'approved' && companyEmail === 'Guest'),
    gst: idOf(
      (partner) => String(partner['NoGST'] ?? partner['noGST'] ?? partner['NOGST']) === 'true',
    ),
    booking: bookings[0] ?? null,
  }
}
