import type { BookingFigure } from '../booking/figure.ts'
import { FIGURE_TEXTS } from '../booking/figure-text.ts'
import type { BOOKING_LISTS } from '../booking/listing.ts'
import { BOOKING_WORKLISTS } from '../booking/worklist.ts'
import { BOOKING_TABS, type BookingTab } from '../booking/tab.ts'
import type { ExportedPartners } from '../partner/export.ts'
import type { ApprovalStatus } from '../partner/list.ts'
import type { LocalDate } from '../time/days.ts'
import type { ExportFormat } from './format.ts'

/** An exported list, with the fields that its name depends on. */
export type ExportedList =
  | { of: 'bookings'; list: 'details'; tab: BookingTab }
  | { of: 'bookings'; list: 'counted'; figure: BookingFigure }
  | { of: 'bookings'; list: NamedBookings }
  | { of: 'partners'; list: 'approval'; status: ApprovalStatus }
  | { of: 'partners'; list: Exclude<ExportedPartners, 'approval'> }
  | { of: 'users' | 'activity' }

type NamedBookings = Exclude<(typeof BOOKING_LISTS)[number], 'counted'>

/** The names of a list: `file` is the first part of the file name, `title` the name on the screen. */
export interface ListName {
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
} as const satisfies Record<NamedBookings, ListName>

const PARTNERS = {
  all: { file: 'partners', title: 'All Partners' },
  approved: { file: 'partners-approved', title: 'Partners Details' },
  guest: { file: 'partners-guest', title: 'Guest Partners' },
  gst: { file: 'gst-requests', title: 'GST Requests' },
  inProgress: { file: 'partners-in-progress', title: 'In Progress Partners' },
  deleted: { file: 'partners-deleted', title: 'Deleted Partners' },
} as const satisfies Record<Exclude<ExportedPartners, 'approval'>, ListName>

export function listName(exported: ExportedList): ListName {
  switch (exported.of) {
    case 'bookings':
      return bookingsName(exported)
    case 'partners':
      return exported.list === 'approval' ? statusName(exported.status) : PARTNERS[exported.list]
    case 'users':
      return { file: 'customers', title: 'User Count' }
    case 'activity':
      return { file: 'activity', title: 'Activity' }
  }
}

function bookingsName(exported: Extract<ExportedList, { of: 'bookings' }>): ListName {
  switch (exported.list) {
    case 'details':
      return tabName(exported.tab)
    case 'counted':
      return figureName(exported.figure)
    default:
      return BOOKINGS[exported.list]
  }
}

function figureName(figure: BookingFigure): ListName {
  return { file: `bookings-counted-${figure.toLowerCase()}`, title: FIGURE_TEXTS[figure].title }
}

function tabName(tab: BookingTab): ListName {
  const label = BOOKING_TABS[tab]
  return {
    file: `bookings-${label.toLowerCase().replaceAll(' ', '-')}`,
    title: `Booking Details, ${label}`,
  }
}

function statusName(status: ApprovalStatus): ListName {
  return { file: `partners-${status.toLowerCase()}`, title: `Partner Approval Panel, ${status}` }
}

/** Returns a file name such as `bookings-booked-2026-11-21.csv`. `date` is the administrator's day. */
export function exportFileName({ file }: ListName, date: LocalDate, format: ExportFormat): string {
  return `${file}-${date}.${format}`
}
