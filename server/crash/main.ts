// Entry point of `npm run test:crash`: kills a real server and its PostgreSQL many times while they receive writes.
import { parseArgs } from 'node:util'
import { paint, say, step } from '../src/terminal/terminal.ts'
import { type CrashReport, runCrash } from './run.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, seed: { type: 'string' } },
})
const rounds = Number(values.rounds ?? 100)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))

let shown = 0
const report = await step(`Killing processes in ${rounds} rounds, seed ${seed}`, (note) =>
  runCrash({
    rounds,
    seed,
    progress({ rounds: done, acknowledged, failures }) {
      note(`${done}, ${acknowledged} writes, ${failures.length} failures`)
      for (const failure of failures.slice(shown)) say(`\n    ${paint('red', failure)}`)
      shown = failures.length
    },
  }),
)
print(report)
if (report.failures.length > 0) process.exitCode = 1

function print({
  rounds: done,
  acknowledged,
  unanswered,
  recoveries,
  failures,
  seconds,
}: CrashReport) {
  say(`\n  ${done} rounds in ${Math.round(seconds)} s`)
  say(
    `  ${acknowledged} writes were acknowledged, and ${unanswered} had no answer and were repeated`,
  )
  say('\n  Killed, rounds, and milliseconds until ready again (median, most)')
  for (const [victim, times] of Object.entries(recoveries)) {
    const sorted = times.toSorted((a, b) => a - b).map(Math.round)
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0
    say(`    ${victim.padEnd(12)}${times.length}  ${median}  ${sorted.at(-1) ?? 0}`)
  }
  say(`\n  ${failures.length === 0 ? 'No failure' : `${failures.length} failures, shown above`}`)
}
