import type { BookingStatus } from './status.ts'

/** The dashboard's booking tiles (§2.4): each counts exactly one status. */
export const BOOKING_TILES = {
  'Confirmed Bookings': 'pending',
  'Confirmed Events': 'confirmEvent',
  'Completed Events': 'completed',
  'Cancelled Events': 'Cancel',
} as const satisfies Record<string, BookingStatus>

export type BookingTile = keyof typeof BOOKING_TILES

/** What each tile counts, for staff. */
export const TILE_DEFINITIONS: Readonly<Record<BookingTile, string>> = {
  'Confirmed Bookings':
    'Bookings with the status Pending, of any date. The tab Booked has three more statuses, and hides past events.',
  'Confirmed Events':
    'Bookings with the status Service is Confirmed, of any date: upcoming, in progress, and ended but not completed.',
  'Completed Events':
    'Bookings with the status Service is Completed, of any date. The tab Completed hides events that began more than 6 days ago.',
  'Cancelled Events':
    'Bookings with the status Cancel, of any date. The statuses cancel, cancelBooking and cancelEvent are not counted.',
}

/** What the counts of whole lists mean, for staff (§2.4, §2.11). */
export const LIST_DEFINITIONS = {
  users: 'All customers with an account, with or without bookings.',
  bookings: 'All bookings, of every status and date.',
  partners:
    'All partners, of every status: in registration, in verification, declined and approved.',
} as const
