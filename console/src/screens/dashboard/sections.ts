import { paths } from '../../features/navigation/paths.ts'
import type { IconName } from '../../ui/Icon.tsx'

interface Destination {
  label: string
  to: string
  icon: IconName
  about: string
}

/** The navigation cards of §2.4, in three sections. */
export const SECTIONS: readonly { title: string; cards: readonly Destination[] }[] = [
  {
    title: 'User and Booking Management',
    cards: [
      {
        label: 'User Count',
        to: paths.userCount(),
        icon: 'users',
        about: 'Customers, their bookings and the revenue',
      },
      {
        label: 'Booking Details',
        to: paths.bookingDetails(),
        icon: 'booking',
        about: 'Find a booking by status, date or planner',
      },
      {
        label: 'Expired Bookings',
        to: paths.expiredBookings(),
        icon: 'expired',
        about: 'Booked long ahead, and the event has begun',
      },
    ],
  },
  {
    title: 'Partner Management',
    cards: [
      {
        label: 'Partner To Approve',
        to: paths.approvalPanel(),
        icon: 'approval',
        about: 'KYC, company and in-person verification',
      },
      {
        label: 'Request for GST',
        to: paths.gstRequests(),
        icon: 'document',
        about: 'Partners who have no GST number',
      },
      {
        label: 'Inprogress Partners',
        to: paths.inProgressPartners(),
        icon: 'inProgress',
        about: 'Partners with an incomplete registration',
      },
    ],
  },
  {
    title: 'Partner Status',
    cards: [
      {
        label: 'Guest Partners',
        to: paths.guestPartners(),
        icon: 'guest',
        about: 'Approved, with Guest status',
      },
      {
        label: 'Verified Partners',
        to: paths.partnerDetails(),
        icon: 'verified',
        about: 'Approved partners and their bookings',
      },
    ],
  },
]
