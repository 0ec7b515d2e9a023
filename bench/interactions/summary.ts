import { percentile } from '../measure.ts'
import type { Times } from './clock.ts'

/** What was measured of one kind of input. */
export interface Interaction {
  name: string
  runs: number
  /** Inputs whose answer did not appear. */
  unanswered: number
  median: number
  p95: number
  /** The 95th percentile of the next paint. */
  paint: number
}

/** Returns what was measured of inputs of one kind. */
export function summaryOf(name: string, times: readonly Times[]): Interaction {
  const answers = times.flatMap(({ answer }) => (answer === null ? [] : [answer]))
  return {
    name,
    runs: times.length,
    unanswered: times.length - answers.length,
    median: percentile(answers, 50),
    p95: percentile(answers, 95),
    paint: percentile(
      times.map(({ paint }) => paint),
      95,
    ),
  }
}
