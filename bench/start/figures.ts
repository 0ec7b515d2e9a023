import { percentile } from '../measuring/measure.ts'
import { FIRST_START, START } from '../measuring/targets.ts'

/** Seconds from the command until the server is ready. */
export interface Starts {
  /** Of a fresh clone, with the installation of its packages and the build of the console. */
  first: number
  later: number[]
}

export const START_HEADINGS = ['start', 'seconds', 'target']

/** Returns the rows of a table. */
export function startRows({ first, later }: Starts): string[][] {
  return [
    ['first', ...cellsOf(first, FIRST_START)],
    [`later, median of ${later.length}`, ...cellsOf(percentile(later, 50), START)],
  ]
}

/** Returns a line for each figure that misses its target. */
export function startMisses({ first, later }: Starts): string[] {
  const median = percentile(later, 50)
  return [
    ...(first > FIRST_START ? [`first start: ${first.toFixed(1)} s (${FIRST_START})`] : []),
    ...(median > START ? [`later start: ${median.toFixed(2)} s (${START})`] : []),
  ]
}

function cellsOf(seconds: number, target: number): string[] {
  return [seconds.toFixed(2) + (seconds > target ? ' ✗' : ''), String(target)]
}
