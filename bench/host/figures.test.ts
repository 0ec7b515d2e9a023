import { expect, test } from 'vitest'
import { CALL, CALL_RATIO } from '../measuring/targets.ts'
import { callMisses } from './figures.ts'

const calls = (...p95s: number[]) =>
  p95s.map((p95, at) => ({
    bookings: 10_000 * (at + 1),
    measurements: [{ name: 'Summary', runs: 1, median: 1, p95 }],
  }))

test('a call misses its target if it is slow, and much slower than with the fewest bookings', () => {
  const misses = callMisses(calls(10, CALL, CALL + 1))
  expect([...misses]).toEqual([['Summary', `Summary: p95 ${CALL + 1}.0 ms (${CALL}.0)`]])
  expect(callMisses(calls(10, CALL)).size).toBe(0)
  expect(callMisses(calls(CALL, CALL * CALL_RATIO)).size).toBe(0)
})

test('a call on one population misses no target', () => {
  expect(callMisses(calls(CALL * 10)).size).toBe(0)
})
