import type { BookingStatus } from './status.ts'

/** The dashboard's booking tiles (§2.4): each counts exactly one status. */
export const BOOKING_TILES = {
  'Confirmed Bookings': 'pending',
  'Confirmed Events': 'confirmEvent',
  'Completed Events': 'completed',
  'Cancelled Events': 'Cancel',
} as const satisfies Record<string, BookingStatus>

export type BookingTile = keyof typeof BOOKING_TILES
