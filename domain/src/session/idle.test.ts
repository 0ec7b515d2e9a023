import { describe, expect, test } from 'vitest'
import { ACTIVITY_DEBOUNCE_MS, IDLE_MINUTES, idleState } from './idle.ts'

const MINUTE = 60_000

describe('a session of 15 minutes (§2.17)', () => {
  test.each([
    [0, 'active'],
    [14 * MINUTE - 1, 'active'],
    [14 * MINUTE, 'warned'],
    [15 * MINUTE - 1, 'warned'],
    [15 * MINUTE, 'ended'],
    // after the machine was asleep
    [600 * MINUTE, 'ended'],
  ])('after %i ms without activity is %s', (idle, state) => {
    expect(idleState(idle, IDLE_MINUTES * MINUTE)).toBe(state)
  })
})

test('a session of one minute is warned after half of it', () => {
  expect([0, 29_999, 30_000, 60_000].map((idle) => idleState(idle, MINUTE))).toEqual([
    'active',
    'active',
    'warned',
    'ended',
  ])
})

test('activity is debounced by 200 ms (§2.17)', () => {
  expect(ACTIVITY_DEBOUNCE_MS).toBe(200)
})
