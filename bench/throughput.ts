// Measures requests per second of our server, and of a bare handler that runs the SQL of the same page.
// node scripts/run.mjs bench/throughput.ts [--bookings 100000] [--rounds 3] [--seconds 4] [--only NAME] [--save FILE]
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { today } from '@mandap/domain/time/days.ts'
import { percentile, printTable } from './measuring/measure.ts'
import { populate } from './measuring/population.ts'
import { RATIO } from './measuring/targets.ts'
import type { Served } from './throughput/served.ts'
import { importTool } from './measuring/tools.ts'

/** What is used of the load generator. */
type Autocannon = (options: {
  url: string
  connections: number
  duration: number
  headers?: Record<string, string>
}) => Promise<{
  requests: { average: number }
  non2xx: number
  errors: number
}>

const CONNECTIONS = [1, 16, 64]

const { values } = parseArgs({
  options: {
    bookings: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
    save: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const duration = Number(values.seconds)
const { default: autocannon } = await importTool<{ default: Autocannon }>('autocannon')

const population = await populate(Number(values.bookings))
const children: ChildProcess[] = []
try {
  const ours = await serve('ours.ts')
  const headers = { authorization: `Bearer ${ours.token}` }
  const day = today(Date.now(), 'Asia/Kolkata')
  const upcoming = new URLSearchParams({
    today: day.date,
    timeZone: day.timeZone,
    tab: 'upcoming',
    sort: 'newest',
    limit: '50',
  })
  const list = await fetch(`${ours.url}/bookings?${upcoming.toString()}`, { headers })
  const { id } = bookingFrom(((await list.json()) as { data: unknown[] }).data[0])
  const paths: Record<string, string> = {
    'a page of bookings': `/bookings?${upcoming.toString()}`,
    'a page of partners': '/partners?list=approved&limit=50',
    'one booking': `/bookings/${id}`,
    'the dashboard’s counts': '/summary',
  }
  const results = []
  for (const [name, path] of Object.entries(paths)) {
    if (!name.includes(values.only)) continue
    const bare = await serve('bare.ts', path)
    const bytes = (await (await fetch(ours.url + path, { headers })).arrayBuffer()).byteLength
    for (const connections of CONNECTIONS) {
      const both: [number, number][] = []
      // alternating, so that both have the same share of what else the machine does
      for (let round = 0; round < rounds; round += 1)
        both.push([
          await load(ours.url + path, connections, headers),
          await load(bare.url + path, connections),
        ])
      const ratio = percentile(
        both.map(([own, plain]) => own / plain),
        50,
      )
      if (ratio < RATIO) process.exitCode = 1
      results.push({
        name,
        kilobytes: bytes / 1000,
        connections,
        ours: percentile(
          both.map(([own]) => own),
          50,
        ),
        bare: percentile(
          both.map(([, plain]) => plain),
          50,
        ),
        ratio,
      })
    }
    bare.child.kill()
  }
  printTable(
    ['requests per second', 'kB', 'connections', 'ours', 'bare handler', `ratio (${RATIO})`],
    results.map((each) => [
      each.name,
      each.kilobytes.toFixed(1),
      String(each.connections),
      each.ours.toFixed(0),
      each.bare.toFixed(0),
      each.ratio.toFixed(2) + (each.ratio < RATIO ? ' ✗' : ''),
    ]),
  )
  if (values.save) await writeFile(values.save, `${JSON.stringify(results, null, 2)}\n`)
} finally {
  for (const child of children) child.kill()
  await population.drop()
}

/** Starts one of the two servers in its own process. */
async function serve(file: string, path = ''): Promise<Served & { child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, 'throughput', file), [population.url, path])
  children.push(child)
  const [served] = (await once(child, 'message')) as [Served]
  return { ...served, child }
}

/** Returns the requests per second with this number of connections, after a short warm-up. */
async function load(
  url: string,
  connections: number,
  headers: Record<string, string> = {},
): Promise<number> {
  await autocannon({ url, connections, headers, duration: 1 })
  const { requests, non2xx, errors } = await autocannon({ url, connections, headers, duration })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} requests failed.`)
  return requests.average
}
