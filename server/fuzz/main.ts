// Entry point of `npm run test:fuzz`: sends many hostile requests to the real server and prints a report.
import { parseArgs } from 'node:util'
import { startPostgres } from '../testing/postgres.ts'
import { paint, say, step } from '../src/terminal/terminal.ts'
import { type FuzzReport, runFuzz } from './run.ts'

const { values } = parseArgs({
  options: { count: { type: 'string' }, seed: { type: 'string' }, slow: { type: 'string' } },
})
const count = Number(values.count ?? 100_000)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const slow = Number(values.slow ?? 1000)

let shown = 0
const postgres = await startPostgres()
try {
  const report = await step(`Sending ${count} requests, seed ${seed}`, (note) =>
    runFuzz({
      postgresUrl: postgres.url,
      count,
      seed,
      slow,
      progress({ sent, failures }) {
        note(`${sent}, ${failures.length} failures`)
        for (const failure of failures.slice(shown)) say(`\n    ${paint('red', failure)}`)
        shown = failures.length
      },
    }),
  )
  print(report)
  if (report.failures.length > 0) process.exitCode = 1
} finally {
  await postgres.stop()
}

function print({ statuses, slowest, failures, sent, seconds }: FuzzReport) {
  say(`\n  ${sent} requests in ${Math.round(seconds)} s`)
  for (const [status, n] of Object.entries(statuses)) say(`    ${status.padStart(4)}  ${n}`)
  say('\n  The slowest answers')
  for (const { ms, request } of slowest) say(`    ${ms} ms  ${request}`)
  say(`\n  ${failures.length === 0 ? 'No failure' : `${failures.length} failures, shown above`}`)
}
