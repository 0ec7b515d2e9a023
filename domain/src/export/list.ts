import type { BookingFigure } from '../booking/figure.ts'
import { FIGURE_TEXTS } from '../booking/figure-text.ts'
import type { BookingListing } from '../booking/listing.ts'
import { BOOKING_WORKLISTS } from '../booking/worklist.ts'
import { BOOKING_TABS, type BookingTab } from '../booking/tab.ts'
import type { ExportedPartners } from '../partner/export.ts'
import { APPROVAL_TABS, type ApprovalStatus, approvalTabOf } from '../partner/tab.ts'
import type { LocalDate } from '../time/days.ts'
import type { ExportFormat } from './format.ts'

/** A list that can be exported (§2.19), with the part that its name depends on. */
export type ExportedList =
  | { of: 'bookings'; listing: BookingListing }
  | { of: 'partners'; listing: ExportedPartners }
  | { of: 'users' | 'activity' }

type NamedBookings = Exclude<BookingListing['list'], 'details' | 'counted'>

/** The names of a list: `file` is the first part of the file name, `title` the name on the screen. */
export interface ExportNames {
  file: string
  title: string
}

const BOOKINGS = {
  ended: { file: 'bookings-ended', title: BOOKING_WORKLISTS.ended },
  found: { file: 'bookings-found', title: 'Bookings found' },
  expired: { file: 'bookings-expired', title: 'Expired Bookings' },
  ofPartner: { file: 'bookings-of-partner', title: 'the bookings of a partner' },
  onDays: { file: 'bookings-on-days', title: 'the bookings of partners on some days' },
  ofUser: { file: 'bookings-of-customer', title: 'the bookings of a customer' },
} as const satisfies Record<NamedBookings, ExportNames>

const PARTNERS = {
  all: { file: 'partners', title: 'All Partners' },
  approved: { file: 'partners-approved', title: 'Partners Details' },
  guest: { file: 'partners-guest', title: 'Guest Partners' },
  gst: { file: 'gst-requests', title: 'GST Requests' },
  inProgress: { file: 'partners-in-progress', title: 'In Progress Partners' },
  deleted: { file: 'partners-deleted', title: 'Deleted Partners' },
} as const satisfies Record<Exclude<ExportedPartners['list'], 'approval'>, ExportNames>

/** Returns the names of a list. They depend on its tab, its count or its status, not on its filters. */
export function exportNames(exported: ExportedList): ExportNames {
  switch (exported.of) {
    case 'bookings':
      return bookingsName(exported.listing)
    case 'partners':
      return partnersName(exported.listing)
    case 'users':
      return { file: 'customers', title: 'User Count' }
    case 'activity':
      return { file: 'activity', title: 'Activity' }
  }
}

function bookingsName(listing: BookingListing): ExportNames {
  switch (listing.list) {
    case 'details':
      return tabName(listing.filter.tab)
    case 'counted':
      return figureName(listing.figure)
    default:
      return BOOKINGS[listing.list]
  }
}

function partnersName(listing: ExportedPartners): ExportNames {
  return listing.list === 'approval' ? statusName(listing.status) : PARTNERS[listing.list]
}

function figureName(figure: BookingFigure): ExportNames {
  return { file: `bookings-counted-${figure.toLowerCase()}`, title: FIGURE_TEXTS[figure].title }
}

function tabName(tab: BookingTab): ExportNames {
  const label = BOOKING_TABS[tab]
  return {
    file: `bookings-${label.toLowerCase().replaceAll(' ', '-')}`,
    title: `Booking Details, ${label}`,
  }
}

function statusName(status: ApprovalStatus): ExportNames {
  return {
    file: `partners-${status.toLowerCase()}`,
    title: `Partner Approval Panel, ${statusTabLabel(status)}`,
  }
}

/** Returns the label of the tab that lists a status. A tab of several statuses has a sub-tab with the name of each. */
function statusTabLabel(status: ApprovalStatus): string {
  const tab = approvalTabOf(status)
  return tab !== null && APPROVAL_TABS[tab].statuses.length === 1
    ? APPROVAL_TABS[tab].label
    : status
}

/** Returns a file name such as `bookings-booked-2026-11-21.csv`. `date` is the administrator's day. */
export function exportFileName(
  { file }: ExportNames,
  date: LocalDate,
  format: ExportFormat,
): string {
  return `${file}-${date}.${format}`
}
