// Measures how fast our server answers the console's calls, on its own population of each size.
// node scripts/run.mjs bench/host.ts [--bookings 10000,1000000] [--runs 100] [--calls REGEX] [--keep] [--save FILE]
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { startServer } from '@mandap/server/testing/server.ts'
import { callsOf, type Read } from './host/calls.ts'
import { callMisses, type Calls } from './host/figures.ts'
import { type Measurement, measure, printTable } from './measuring/measure.ts'
import { populate } from './measuring/population.ts'
import { CALL, CALL_RATIO } from './measuring/targets.ts'

const { values } = parseArgs({
  options: {
    bookings: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '100' },
    calls: { type: 'string', default: '' },
    /** Keeps the population on the PostgreSQL of TEST_DATABASE_URL for the next run. */
    keep: { type: 'boolean', default: false },
    save: { type: 'string' },
  },
})
const sizes = values.bookings.split(',').map(Number)
const runs = Number(values.runs)
const measured = new RegExp(values.calls)

const results: Calls = []
for (const bookings of sizes) results.push({ bookings, measurements: await measureSize(bookings) })
const misses = callMisses(results)
print()
if (values.save) await writeFile(values.save, `${JSON.stringify(results, null, 2)}\n`)
if (misses.size > 0) process.exitCode = 1

async function measureSize(bookings: number): Promise<Measurement[]> {
  const population = await populate(bookings, { keep: values.keep })
  const server = await startServer(population.url)
  try {
    const { idToken } = await server.signIn()
    const read: Read = async <T>(path: string, init: RequestInit = {}) => {
      const answer = await fetch(server.url + path, {
        ...init,
        headers: {
          authorization: `Bearer ${idToken}`,
          'content-type': 'application/json',
          ...Object.fromEntries(new Headers(init.headers)),
        },
      })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as T
    }
    const grant = await server.elevate(idToken)
    const measurements: Measurement[] = []
    for (const { name, run } of await callsOf(read, grant))
      if (measured.test(name)) measurements.push(await measure(name, run, { runs, warmUp: 3 }))
    return measurements
  } finally {
    await server.close()
    await population.drop()
  }
}

/** Prints the p95 of each call per size, the ratio of the largest size to the smallest, and what misses. */
function print() {
  const [fewest] = results
  const most = results.at(-1)
  const names = new Set(results.flatMap(({ measurements }) => measurements.map(({ name }) => name)))
  const rows = [...names].map((name) => {
    const p95 = results.map(
      ({ measurements }) => measurements.find((one) => one.name === name)?.p95,
    )
    const first = p95[0]
    const last = p95.at(-1)
    const ratio = first !== undefined && last !== undefined ? last / first : undefined
    return [
      name,
      ...p95.map((one) => one?.toFixed(1) ?? '–'),
      ratio?.toFixed(1) ?? '–',
      misses.has(name) ? 'misses' : '',
    ]
  })
  const columns = results.map(({ bookings }) => bookings.toLocaleString('en-IN'))
  printTable(['p95 in ms with bookings', ...columns, 'ratio', ''], rows)
  console.log(
    `\n${rows.length - misses.size} of ${rows.length} calls within the larger of ${CALL} ms and ` +
      `${CALL_RATIO} × ${fewest?.bookings.toLocaleString('en-IN')} at ${most?.bookings.toLocaleString('en-IN')} bookings.`,
  )
}
