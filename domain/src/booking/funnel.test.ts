import { expect, test } from 'vitest'
import { funnelOf } from './funnel.ts'
import { BOOKING_STATUSES } from './status.ts'

test('counts a booking as having reached its stage and all earlier ones, and cancelled bookings separately', () => {
  const funnel = funnelOf({
    pending: 5,
    cancelVisit: 1,
    visited: 4,
    confirmEvent: 3,
    completed: 2,
    Cancel: 7,
    cancelEvent: 1,
    onHold: 9,
    '': 1,
  })
  expect(funnel.stages).toEqual([
    { stage: 'booked', now: 6, reached: 15 },
    { stage: 'visited', now: 4, reached: 9 },
    { stage: 'confirmed', now: 3, reached: 5 },
    { stage: 'completed', now: 2, reached: 2 },
  ])
  expect(funnel).toMatchObject({ cancelled: 8, other: 10 })
})

test('counts every status once', () => {
  const one = Object.fromEntries([...Object.keys(BOOKING_STATUSES), 'odd'].map((name) => [name, 1]))
  const { stages, cancelled, other } = funnelOf(one)
  expect((stages[0]?.reached ?? 0) + cancelled + other).toBe(Object.keys(one).length)
})
