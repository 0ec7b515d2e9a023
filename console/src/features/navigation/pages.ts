import type { IconName } from '../../ui/Icon.tsx'
import { config } from '../client/config.ts'
import { paths } from './paths.ts'

interface PageEntry {
  label: string
  to: string
  icon: IconName
}

/** The entries of the pages menu (§2.2), in order. */
const PAGES: readonly PageEntry[] = [
  { label: 'Booking Details', to: paths.bookingDetails(), icon: 'booking' },
  { label: 'Approval Panel', to: paths.approvalPanel(), icon: 'approval' },
  { label: 'Partners Details', to: paths.partnerDetails(), icon: 'verified' },
  { label: 'In Progress Partners', to: paths.inProgressPartners(), icon: 'inProgress' },
  { label: 'Guest Partners', to: paths.guestPartners(), icon: 'guest' },
  { label: 'User Count', to: paths.userCount(), icon: 'users' },
  { label: 'GST Requests', to: paths.gstRequests(), icon: 'document' },
  { label: 'Expired Bookings', to: paths.expiredBookings(), icon: 'expired' },
]

const ACTIVITY: PageEntry = { label: 'Activity', to: paths.activity(), icon: 'activity' }

/** Returns the entries of the pages menu. Activity (§2.18) is among them if the host keeps an audit log. */
export function pages(): readonly PageEntry[] {
  return config().capabilities.auditLog ? [...PAGES, ACTIVITY] : PAGES
}

/** Returns the page that a path belongs to: `/guest-partners/7` belongs to Guest Partners. */
export function pageAt(pathname: string) {
  return pages().find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
}
