import { BOOKING_WORKLISTS } from '@mandap/domain/booking/worklist.ts'
import { STEPS } from '@mandap/domain/verification/step.ts'
import type { ROUTES } from './paths.ts'

/** The heading of a screen: its title, a line below it, and the text of its back link. */
export interface Heading {
  title: string
  subtitle?: string
  back?: string
  /** The placeholder of the search field below the heading, which says what is searched. */
  search?: string
}

const PARTNER_TEXTS = 'Name, e-mail, phone, company or location'

/**
 * The headings of the screens before their data has loaded. The page shows them before the console's script has loaded
 * (`build/first-paint.ts`). A screen is missing here if its heading depends on more than its path.
 */
export const HEADINGS = {
  dashboard: { title: 'Dashboard' },
  bookingDetails: { title: 'Booking Details' },
  bookingDetailsCard: { title: 'Booking detail', back: 'Back to bookings' },
  endedBookings: {
    title: BOOKING_WORKLISTS.ended,
    subtitle: 'Confirmed events whose last day has passed',
    back: 'Back to Booking Details',
  },
  foundBookings: { title: 'Bookings found', back: 'Back to dashboard' },
  expiredBookings: {
    title: 'Expired Bookings',
    subtitle: 'Bookings made at least 8 days ahead whose event has begun',
  },
  approvalPanel: { title: 'Partner Approval Panel', search: PARTNER_TEXTS },
  kycHub: { title: 'Partner', back: 'Back' },
  onlineKyc: { title: STEPS.onlineKyc.label, back: 'Back' },
  companyKyc: { title: STEPS.companyVerification.label, back: 'Back' },
  inPerson: { title: STEPS.inPerson.label, back: 'Back' },
  partnerDetails: {
    title: 'Approved Partners',
    subtitle: 'Verified partners and their bookings',
    back: 'Back to dashboard',
    search: PARTNER_TEXTS,
  },
  partnerBookings: { title: 'Partner bookings', back: 'Back to Partners Details' },
  allPartners: {
    title: 'All Partners',
    subtitle: 'Partners in registration, in verification, declined, approved and erased',
    back: 'Back to dashboard',
    search: PARTNER_TEXTS,
  },
  partnerOrder: { title: 'Order Details' },
  gstRequests: {
    title: 'GST Requests',
    subtitle: 'Partners who have no GST number',
    back: 'Back to dashboard',
    search: PARTNER_TEXTS,
  },
  gstRequest: { title: 'GST Request', back: 'Back to GST Requests' },
  inProgressPartners: {
    title: 'In Progress Partners',
    subtitle: 'Partners with an incomplete registration',
    back: 'Back to dashboard',
    search: PARTNER_TEXTS,
  },
  inProgressPartner: { title: 'In Progress Partner Details', back: 'Back to In Progress Partners' },
  guestPartners: {
    title: 'Guest Partners',
    subtitle: 'Partners with Guest status who are approved',
    back: 'Back to dashboard',
    search: 'Search by name, mobile, email, company, or location...',
  },
  guestPartner: { title: 'Guest Partner Bookings', back: 'Back to Guest Partners' },
  userCount: { title: 'User Count', subtitle: 'Customers, their bookings and the revenue' },
  account: {
    title: 'Your account',
    subtitle: 'Your password, and where you are signed in',
  },
  administrators: { title: 'Administrators', subtitle: 'Who may sign in to this back office' },
  activity: {
    title: 'Activity',
    subtitle: 'Who did what, and when. Entries cannot be changed.',
  },
} as const satisfies Partial<Record<keyof typeof ROUTES, Heading>>
