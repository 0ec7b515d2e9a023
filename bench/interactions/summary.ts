import { percentile } from '../measuring/measure.ts'
import type { Answer, Times } from './clock.ts'

/** What was measured of one kind of input. */
export interface Interaction {
  name: string
  runs: number
  /** Inputs that left the page as it was, such as a letter that finds the same records. They have no time. */
  unchanged: number
  median: number
  p95: number
  /** The 95th percentile of the next paint. */
  paint: number
}

/** Returns what was measured of inputs of one kind. Throws if one had no answer and had to change the page. */
export function summaryOf(
  name: string,
  times: readonly Times[],
  { mayBeUnchanged = false }: Partial<Answer>,
): Interaction {
  const answers = times.flatMap(({ answer }) => (answer === null ? [] : [answer]))
  if (answers.length === 0 || (answers.length < times.length && !mayBeUnchanged))
    throw new Error(
      `${name}: ${times.length - answers.length} of ${times.length} inputs had no answer.`,
    )
  return {
    name,
    runs: times.length,
    unchanged: times.length - answers.length,
    median: percentile(answers, 50),
    p95: percentile(answers, 95),
    paint: percentile(
      times.map(({ paint }) => paint),
      95,
    ),
  }
}
