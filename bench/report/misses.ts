import { exportMisses } from '../export/figures.ts'
import { additionMisses } from '../fill/figures.ts'
import { callMisses } from '../host/figures.ts'
import { screenMisses } from '../lighthouse/figures.ts'
import { startMisses } from '../start/figures.ts'
import { ANSWER, GROWTH, RATIO, TASK } from '../measuring/targets.ts'
import type { Report } from './report-data.ts'

/** Returns a line for each figure that misses its target. */
export function misses(report: Report): string[] {
  const { screens, interactions, throughput, host, additions, exports, starts } = report
  return [
    ...screens.flatMap((screen) => {
      const missed = screenMisses(screen)
      return missed.length > 0 ? [`\`${screen.path}\`, ${screen.theme}: ${missed.join(', ')}`] : []
    }),
    ...interactions.flatMap(interactionMisses),
    ...throughput
      .filter(({ ratio }) => ratio < RATIO)
      .map(
        ({ name, connections, ratio }) =>
          `${name} at ${connections} connections: ${ratio.toFixed(2)} of the bare handler (${RATIO})`,
      ),
    ...callMisses(host).values(),
    ...additionMisses(additions),
    ...exports.flatMap(exportMisses),
    ...startMisses(starts),
  ]
}

function interactionMisses(of: Report['interactions'][number]): string[] {
  const { host, interactions, scrolled, memory } = of
  const growth = memory.last / memory.first - 1
  return [
    ...interactions
      .filter(({ p95 }) => p95 > ANSWER)
      .map(({ name, p95 }) => `${host}, ${name}: p95 ${p95.toFixed(0)} ms (${ANSWER})`),
    ...scrolled
      .filter(({ tasks }) => tasks > 0)
      .map(({ list, tasks }) => `${host}, scrolling ${list}: ${tasks} tasks over ${TASK} ms (0)`),
    ...(growth > GROWTH
      ? [`${host}: the heap grows by ${(growth * 100).toFixed(1)} % (${GROWTH * 100} %)`]
      : []),
  ]
}
