import type { Measurement } from '../measuring/measure.ts'
import { CALL, CALL_RATIO } from '../measuring/targets.ts'

/** The calls on populations of several sizes, the smallest first. */
export type Calls = { bookings: number; measurements: Measurement[] }[]

/** Returns a line for each call that misses its target with the most bookings, by its name. */
export function callMisses(calls: Calls): Map<string, string> {
  const short = new Map(calls[0]?.measurements.map(({ name, p95 }) => [name, p95]))
  const misses = (calls.at(-1)?.measurements ?? []).flatMap(({ name, p95 }): [string, string][] => {
    const most = Math.max(CALL, CALL_RATIO * (short.get(name) ?? 0))
    return p95 > most ? [[name, `${name}: p95 ${p95.toFixed(1)} ms (${most.toFixed(1)})`]] : []
  })
  return new Map(misses)
}
