import { expect, test } from 'vitest'
import { aBooking } from '../testing/builders.ts'
import { BOOKING_WORKLISTS, bookingWorklist } from './worklist.ts'

const TODAY = { date: '2026-11-21', timeZone: 'Asia/Kolkata' }
const PAST = { dateFrom: '2026-11-01T04:30:00Z', dateTo: '2026-11-02T04:30:00Z' }

test.each([
  [{ status: 'pending' }, 'Booked'],
  [{ status: 'confirmEvent' }, 'Upcoming'],
  [{ status: 'confirmEvent', ...PAST }, 'Ended, not completed'],
  [{ status: 'confirmEvent', ...PAST, dateTo: '2026-11-20T04:30:00Z' }, 'Ended, not completed'],
])('the booking %j is in the worklist %s', (given, name) => {
  const worklist = bookingWorklist(aBooking(given), TODAY)
  expect(worklist && BOOKING_WORKLISTS[worklist]).toBe(name)
})

test.each([
  ['hidden by its date (§5.10)', { status: 'completed', ...PAST }],
  [
    'in progress for more than 6 days (§5.10)',
    { status: 'confirmEvent', ...PAST, dateTo: '2026-11-22T04:30:00Z' },
  ],
  ['without dates', { status: 'confirmEvent', dateFrom: null, dateTo: null }],
  ['of a status without a tab', { status: 'Cancel' }],
])('a booking %s is in no worklist', (_, given) => {
  expect(bookingWorklist(aBooking(given), TODAY)).toBeNull()
})
