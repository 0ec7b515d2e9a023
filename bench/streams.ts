// Measures open streams of changes: memory, the time until a change arrives, and whether a page of bookings becomes slower.
// npm run bench:streams [-- --streams 1000] [--bookings 10000] [--runs 200]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openEvents, type ReceivedEvents, signInReaders } from '@mandap/server/testing/live.ts'
import { measure, percentile, printTable } from './measuring/measure.ts'
import { populate } from './measuring/population.ts'
import { residentMemory } from './measuring/resident-memory.ts'
import { SLOWED_BY_STREAMS } from './measuring/targets.ts'
import type { Served } from './throughput/served.ts'

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000' },
    bookings: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '200' },
  },
})
const count = Number(values.streams)
const runs = Number(values.runs)

/** Streams of one account. A server allows 20. */
const OF_ACCOUNT = 20

/** Changes whose arrival is measured. */
const CHANGES = 30

/** Milliseconds for the garbage collection after a load. */
const REST_MS = 3000

/** Milliseconds in which each stream has to receive a change. */
const MAX_ARRIVAL_MS = 10_000

const population = await populate(Number(values.bookings))
const child = fork(join(import.meta.dirname, 'throughput/ours.ts'), [population.url])
const streams: ReceivedEvents[] = []
try {
  const [{ url, token }] = (await once(child, 'message')) as [Served]
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const page = async () => {
    const answer = await fetch(`${url}/bookings?limit=50`, { headers })
    if (!answer.ok) throw new Error(`The page answered ${answer.status}.`)
    await answer.arrayBuffer()
  }
  const list = (await (await fetch(`${url}/bookings?limit=1`, { headers })).json()) as {
    data: { _id: string }[]
  }
  const path = `${url}/bookings/${list.data[0]?._id}`

  const alone = await measure('without streams', page, { runs })
  await pause(REST_MS)
  const before = await residentMemory(child.pid)
  await open(url)
  await pause(REST_MS)
  const after = await residentMemory(child.pid)
  const beside = await measure('with streams', page, { runs })
  const times: number[][] = []
  for (let turn = 0; turn < CHANGES; turn += 1) times.push(await arrival(path, headers, turn))
  for (const stream of streams) stream.close()
  await pause(REST_MS)
  const again = await measure('after the streams', page, { runs })
  const ratio = beside.median / Math.min(alone.median, again.median)
  const megabytes = after - before
  const first = percentile(
    times.map((each) => Math.min(...each)),
    50,
  )
  const last = percentile(
    times.map((each) => Math.max(...each)),
    50,
  )
  printTable(
    [`${count} streams`, 'measured', 'target'],
    [
      ['memory, MB', megabytes.toFixed(0), 'below 100'],
      ['page of bookings without streams, ms', alone.median.toFixed(1), ''],
      ['page of bookings with streams, ms', beside.median.toFixed(1), ''],
      ['page of bookings after the streams, ms', again.median.toFixed(1), ''],
      ['ratio of the medians', ratio.toFixed(2), `at most ${SLOWED_BY_STREAMS}`],
      ['write sent to first client received, ms', first.toFixed(0), ''],
      ['write sent to last client received, ms', last.toFixed(0), 'below 1000'],
    ],
  )
  if (megabytes >= 100 || ratio > SLOWED_BY_STREAMS || last >= 1000) process.exitCode = 1
} finally {
  for (const stream of streams) stream.close()
  child.kill()
  await population.drop()
}

/** Opens the streams of enough accounts. */
async function open(url: string) {
  const tokens = await signInReaders(population.url, Math.ceil(count / OF_ACCOUNT))
  for (const [at, token] of tokens.entries()) {
    const some = Math.min(OF_ACCOUNT, count - at * OF_ACCOUNT)
    const opened = await Promise.all(Array.from({ length: some }, () => openEvents(url, token)))
    if (opened.some(({ status }) => status !== 200)) throw new Error('A stream was refused.')
    streams.push(...opened)
  }
}

/** Changes a booking. Returns the milliseconds from sending until each stream has received it. Throws if one does not. */
async function arrival(path: string, headers: Record<string, string>, turn: number) {
  const lengths = streams.map((stream) => stream.text().length)
  const sent = performance.now()
  const body = JSON.stringify({ location: `Hall ${turn} ${sent}` })
  const write = fetch(path, { method: 'PATCH', headers, body })
  const times = new Map<ReceivedEvents, number>()
  while (times.size < streams.length && performance.now() - sent < MAX_ARRIVAL_MS) {
    for (const [at, stream] of streams.entries())
      if (!times.has(stream) && stream.text().length > (lengths[at] ?? 0) + 20)
        times.set(stream, performance.now() - sent)
    await pause(2)
  }
  if (!(await write).ok) throw new Error('The change was refused.')
  const missing = streams.length - times.size
  if (missing > 0)
    throw new Error(`${missing} of ${streams.length} streams did not receive the change.`)
  return [...times.values()]
}
