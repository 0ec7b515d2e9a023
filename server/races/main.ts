// Entry point of `npm run test:races`: lets many administrators change the same records at once, again and again.
import { parseArgs } from 'node:util'
import { startPostgres } from '../testing/postgres.ts'
import { createFilled } from '../testing/scratch.ts'
import { paint, say, step } from '../src/terminal/terminal.ts'
import { type RacesReport, runRaces } from './run.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string' }, seed: { type: 'string' } },
})
const runs = Number(values.runs ?? 100)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))

const postgres = await startPostgres()
try {
  const scratch = await createFilled(postgres.url, async () => {})
  const report = await step(`Running ${runs} races, seed ${seed}`, (note) =>
    runRaces({
      databaseUrl: scratch.url,
      runs,
      seed,
      progress: ({ runs: done, requests, flaws }) =>
        note(`${done}, ${requests} requests, ${flaws.length} failures`),
    }),
  )
  print(report)
  if (report.flaws.length > 0) process.exitCode = 1
} finally {
  await postgres.stop()
}

function print({ runs: done, requests, answers, flaws, seconds }: RacesReport) {
  say(`\n  ${done} races, ${requests} requests in ${Math.round(seconds)} s`)
  for (const [answer, n] of Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    say(`    ${answer.padEnd(32)}  ${n}`)
  for (const flaw of flaws) say(`\n    ${paint('red', flaw)}`)
  say(`\n  ${flaws.length === 0 ? 'No failure' : `${flaws.length} failures, shown above`}`)
}
