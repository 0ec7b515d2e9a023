import { expect, test } from 'vitest'
import { BOOKING_TILES } from './tile.ts'

test('each tile of the dashboard counts the bookings of one status (§2.4)', () => {
  expect(Object.entries(BOOKING_TILES)).toEqual([
    ['Confirmed Bookings', 'pending'],
    ['Confirmed Events', 'confirmEvent'],
    ['Completed Events', 'completed'],
    ['Cancelled Events', 'Cancel'],
  ])
})
