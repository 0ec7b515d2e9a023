import type { BookingFigure } from '@mandap/domain/booking/figure.ts'
import { generatePath } from '../../router/pattern.ts'

/** The route table of §2.1, for `<Route path>`. */
export const ROUTES = {
  landing: '/',
  login: '/login',
  dashboard: '/dashboard',
  bookingDetails: '/booking-details',
  bookingDetailsCard: '/booking-details/card',
  approvalPanel: '/approval-panel',
  kycHub: '/approval-panel/kyc/:id',
  onlineKyc: '/approval-panel/kyc/online-kyc/:id',
  companyKyc: '/approval-panel/kyc/company-kyc/:id',
  inPerson: '/approval-panel/kyc/in-person/:id',
  partnerDetails: '/partner-details',
  allPartners: '/partner-details/all',
  partnerBookings: '/partner-details/:id',
  partnerOrder: '/partner/order',
  userCount: '/user-count',
  gstRequests: '/gst-requests',
  gstRequest: '/gst-requests/:id',
  inProgressPartners: '/inprogress-partners',
  inProgressPartner: '/inprogress-partners/:id',
  guestPartners: '/guest-partners',
  guestPartner: '/guest-partners/:id',
  expiredBookings: '/expired-bookings',
  /** This route and those below are not in §2.1. */
  endedBookings: '/booking-details/ended',
  foundBookings: '/booking-details/found',
  countedBookings: '/booking-details/counted',
  activity: '/activity',
  account: '/account',
  administrators: '/administrators',
  /** The link of a reset mail. */
  resetPassword: '/reset-password',
} as const

/** The path of each screen, for links. */
export const paths = {
  landing: () => ROUTES.landing,
  login: () => ROUTES.login,
  dashboard: () => ROUTES.dashboard,
  bookingDetails: () => ROUTES.bookingDetails,
  /** The booking is also passed as navigation state, if a screen has it. Without an id no booking is selected. */
  bookingDetailsCard: (id = '') =>
    id === ''
      ? ROUTES.bookingDetailsCard
      : `${ROUTES.bookingDetailsCard}?${new URLSearchParams({ id })}`,
  approvalPanel: () => ROUTES.approvalPanel,
  kycHub: (id: string) => generatePath(ROUTES.kycHub, { id }),
  onlineKyc: (id: string) => generatePath(ROUTES.onlineKyc, { id }),
  companyKyc: (id: string) => generatePath(ROUTES.companyKyc, { id }),
  inPerson: (id: string) => generatePath(ROUTES.inPerson, { id }),
  partnerDetails: () => ROUTES.partnerDetails,
  allPartners: () => ROUTES.allPartners,
  partnerBookings: (id: string) => generatePath(ROUTES.partnerBookings, { id }),
  partnerOrder: () => ROUTES.partnerOrder,
  /** §2.16 links here, but the route table has no such screen. */
  requests: () => '/requests',
  userCount: () => ROUTES.userCount,
  gstRequests: () => ROUTES.gstRequests,
  gstRequest: (id: string) => generatePath(ROUTES.gstRequest, { id }),
  inProgressPartners: () => ROUTES.inProgressPartners,
  inProgressPartner: (id: string) => generatePath(ROUTES.inProgressPartner, { id }),
  guestPartners: () => ROUTES.guestPartners,
  guestPartner: (id: string) => generatePath(ROUTES.guestPartner, { id }),
  expiredBookings: () => ROUTES.expiredBookings,
  endedBookings: () => ROUTES.endedBookings,
  foundBookings: () => ROUTES.foundBookings,
  countedBookings: (figure: BookingFigure) =>
    `${ROUTES.countedBookings}?${new URLSearchParams({ figure })}`,
  activity: () => ROUTES.activity,
  account: () => ROUTES.account,
  administrators: () => ROUTES.administrators,
}
