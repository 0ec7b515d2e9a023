import type { IconName } from '../../ui/Icon.tsx'
import { paths } from './paths.ts'

/** The entries of the pages menu (§2.2), in order. */
export const PAGES: readonly { label: string; to: string; icon: IconName }[] = [
  { label: 'Booking Details', to: paths.bookingDetails(), icon: 'booking' },
  { label: 'Approval Panel', to: paths.approvalPanel(), icon: 'approval' },
  { label: 'Partners Details', to: paths.partnerDetails(), icon: 'verified' },
  { label: 'In Progress Partners', to: paths.inProgressPartners(), icon: 'inProgress' },
  { label: 'Guest Partners', to: paths.guestPartners(), icon: 'guest' },
  { label: 'User Count', to: paths.userCount(), icon: 'users' },
  { label: 'GST Requests', to: paths.gstRequests(), icon: 'document' },
  { label: 'Expired Bookings', to: paths.expiredBookings(), icon: 'expired' },
]

/** Returns the page that a path belongs to: `/guest-partners/7` belongs to Guest Partners. */
export function pageAt(pathname: string) {
  return PAGES.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
}
