// Restarts three servers behind HAProxy one after the other while they are used: npm run bench:restart [-- --rounds 3]
import { parseArgs } from 'node:util'
import { runRollingRestart } from '@mandap/server/rolling-restart/run.ts'
import { percentile } from './measuring/measure.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const report = await runRollingRestart({
  rounds: Number(values.rounds),
  progress: (text) => console.log(`  ${text}`),
})
const { served, failures, acknowledged, restarts, drains, reconnections, seconds } = report
const times = (all: number[]) =>
  all.length === 0 ? 'none' : `${show(percentile(all, 50))}, at most ${show(Math.max(...all))}`
const show = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

console.log(`
  ${restarts} restarts in ${Math.round(seconds)} s
  served: ${Object.entries(served)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ')}
  ${acknowledged} acknowledged writes
  from SIGTERM to the end of the process: ${times(drains)}
  ${reconnections.length} interruptions of streams: ${times(reconnections)}
`)
for (const failure of failures.slice(0, 50)) console.log(`  ${failure}`)
const late = reconnections.filter((milliseconds) => milliseconds > 2000).length
console.log(`  ${failures.length} failures, ${late} streams later than 2 s`)
if (failures.length + late > 0) process.exitCode = 1
