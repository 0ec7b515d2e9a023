import { describe, expect, test } from 'vitest'
import { DEFAULT_PLANNER_STATUS, PLANNER_STATUSES } from './planner-status.ts'
import { BOOKING_STATUSES, bookingPhase, bookingStatusLabel, bookingStatusTone } from './status.ts'
import { BOOKING_TILES } from './tile.ts'

describe('the label of a booking status (§4.3)', () => {
  test.each([
    ['pending', 'Pending'],
    ['partnerVisited', 'Waiting for the user to confirm the Visit'],
    ['userConfirmVisit', 'User Confirmed Visit'],
    ['cancelVisit', 'Visit is cancel by the User.'],
    ['visited', 'Partner is Visited'],
    ['confirmEvent', 'Service is Confirmed.'],
    ['completed', 'Service is Completed'],
    ['cancel', 'Service is Cancelled'],
    ['Cancel', 'Service is Cancelled'],
    ['cancelBooking', 'Booking is Cancelled'],
    ['cancelEvent', 'Event is Cancelled'],
    ['refunded', 'refunded'],
    ['Pending', 'Pending'],
    ['toString', 'toString'],
    ['', 'Unknown Status'],
  ])('of %j is %j', (status, label) => {
    expect(bookingStatusLabel(status)).toBe(label)
  })
})

test('an unknown status has a neutral badge', () => {
  expect(bookingStatusTone('refunded')).toBe('neutral')
  expect(bookingStatusTone('constructor')).toBe('neutral')
  expect(bookingStatusTone('confirmEvent')).toBe('positive')
})

test('the statuses of each tab of Booking Details (§4.3)', () => {
  const phases = Object.fromEntries(
    Object.keys(BOOKING_STATUSES).map((status) => [status, bookingPhase(status)]),
  )
  expect(phases).toEqual({
    pending: 'booked',
    partnerVisited: 'booked',
    userConfirmVisit: 'booked',
    cancelVisit: 'booked',
    visited: 'visited',
    confirmEvent: 'confirmed',
    completed: 'completed',
    cancel: '',
    Cancel: '',
    cancelBooking: 'cancelledBooking',
    cancelEvent: 'cancelledEvent',
  })
  expect(['', 'refunded', 'toString'].map(bookingPhase)).toEqual(['', '', ''])
})

test('a status has one colour on all screens: green for confirmed, yellow for pending, red for cancelled, grey if it is unknown (§2.15)', () => {
  const others = ['confirmed', 'Confirmed', 'Pending', 'cancelled', 'Cancelled', 'canceled']
  const none = ['', 'refunded', 'unconfirmed', 'notCancelled', 'toString']
  const badges = Object.fromEntries(
    [...Object.keys(BOOKING_STATUSES), ...others, ...none].map((status) => [
      status,
      bookingStatusTone(status),
    ]),
  )
  expect(badges).toEqual({
    pending: 'warning',
    Pending: 'warning',
    partnerVisited: 'info',
    userConfirmVisit: 'info',
    cancelVisit: 'negative',
    visited: 'progress',
    confirmEvent: 'positive',
    confirmed: 'positive',
    Confirmed: 'positive',
    completed: 'positive',
    cancel: 'negative',
    Cancel: 'negative',
    cancelBooking: 'negative',
    cancelEvent: 'negative',
    cancelled: 'negative',
    Cancelled: 'negative',
    canceled: 'negative',
    '': 'neutral',
    refunded: 'neutral',
    unconfirmed: 'neutral',
    notCancelled: 'neutral',
    toString: 'neutral',
  })
})

test('the tiles count status pending, confirmEvent, completed and Cancel (§2.4, §9)', () => {
  expect(BOOKING_TILES).toEqual({
    'Confirmed Bookings': 'pending',
    'Confirmed Events': 'confirmEvent',
    'Completed Events': 'completed',
    'Cancelled Events': 'Cancel',
  })
})

test('the status selector has six options, upcoming the default (§2.6)', () => {
  expect(PLANNER_STATUSES.join(', ')).toBe(
    'to visit, in progress, confirmed, cancelled, upcoming, completed',
  )
  expect(DEFAULT_PLANNER_STATUS).toBe('upcoming')
})
