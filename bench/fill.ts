// Measures how many bookings `npm run demo` and `npm run import` add per second, with PostgreSQL's settings of production,
// and how long other requests take during the import.
// node scripts/run.mjs bench/fill.ts [--bookings 1000000] [--imported 50000] [--first 300000] [--save FILE]
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { demoCounts, generate } from '@mandap/demo/generate.ts'
import { today } from '@mandap/domain/time/days.ts'
import { fillDemonstration } from '@mandap/server/testing/demonstration.ts'
import { scratchFolder } from '@mandap/server/testing/folder.ts'
import { removeAtExit } from '@mandap/server/testing/remove-at-exit.ts'
import { runImport } from '@mandap/server/testing/import.ts'
import { createFilled } from '@mandap/server/testing/scratch.ts'
import { startPostgres } from '@mandap/server/testing/postgres.ts'
import { startServer } from '@mandap/server/testing/server.ts'
import { type Additions, ADDITION_HEADINGS, additionMisses, additionRows } from './fill/figures.ts'
import { percentile, printTable } from './measuring/measure.ts'

const { values } = parseArgs({
  options: {
    bookings: { type: 'string', default: '1000000' },
    /** The bookings that are imported after the demonstration data. */
    imported: { type: 'string', default: '50000' },
    /** The bookings that are imported into an empty database. */
    first: { type: 'string', default: '300000' },
    save: { type: 'string' },
  },
})

const inIndia = today(Date.now(), 'Asia/Kolkata')

/** Requests that are measured before the import. */
const BEFORE = 200

const additions = await measureAdditions({
  bookings: Number(values.bookings),
  imported: Number(values.imported),
  first: Number(values.first),
})
printTable(ADDITION_HEADINGS, additionRows(additions))
console.log(
  `\nA page of bookings, p95: ${additions.page.before.toFixed(1)} ms, and ${additions.page.during.toFixed(1)} ms during the import.`,
)
if (values.save) await writeFile(values.save, `${JSON.stringify(additions, null, 2)}\n`)
if (additionMisses(additions).length > 0) process.exitCode = 1

/** Numbers of bookings. */
interface Numbers {
  bookings: number
  imported: number
  first: number
}

async function measureAdditions({ bookings, imported, first }: Numbers): Promise<Additions> {
  const folder = await scratchFolder('bench-fill')
  const keep = removeAtExit(folder)
  // the settings of the tests do not wait for the disk
  const postgres = await startPostgres({})
  try {
    const firstFile = join(folder, 'bookings-first.json')
    await writeBookings(firstFile, 0, first)
    const firstSeconds = await measureFirstImport(postgres.url, firstFile)

    const filled = { bookings, seconds: 0 }
    const { url } = await createFilled(postgres.url, async (store) => {
      // without the time of the migrations
      filled.seconds = await secondsOf(fillDemonstration(store, bookings))
    })
    const file = join(folder, 'bookings.json')
    await writeBookings(file, bookings, imported)
    const { seconds, page } = await measureImport(url, file)
    return {
      filled,
      first: { bookings: first, seconds: firstSeconds },
      imported: { bookings: imported, seconds },
      page,
    }
  } finally {
    await postgres.stop()
    keep()
    await rm(folder, { recursive: true })
  }
}

async function measureFirstImport(serverUrl: string, file: string): Promise<number> {
  const empty = await createFilled(serverUrl, async () => {})
  try {
    return await secondsOf(runImport(empty.url, [file]))
  } finally {
    await empty.drop()
  }
}

async function measureImport(url: string, file: string) {
  const server = await startServer(url)
  try {
    const { idToken } = await server.signIn()
    const readPage = () => secondsOf(readBookings(server.url, idToken))
    const before: number[] = []
    while (before.length < BEFORE) before.push(await readPage())

    const during: number[] = []
    const done = new AbortController()
    const importing = secondsOf(runImport(url, [file])).finally(() => done.abort())
    while (!done.signal.aborted) during.push(await readPage())
    return {
      seconds: await importing,
      page: { before: percentile(before, 95) * 1000, during: percentile(during, 95) * 1000 },
    }
  } finally {
    await server.close()
  }
}

/** Writes the bookings that follow the demonstration data as an export, one per line. */
async function writeBookings(file: string, present: number, added: number): Promise<void> {
  const { bookings } = generate(inIndia, demoCounts(present + added), demoCounts(present))
  const lines = function* () {
    for (const booking of bookings) yield `${JSON.stringify(booking)}\n`
  }
  await pipeline(lines, createWriteStream(file))
}

async function readBookings(url: string, idToken: string): Promise<void> {
  const { date, timeZone } = inIndia
  const query = new URLSearchParams({ tab: 'booked', today: date, timeZone, limit: '50' })
  const answer = await fetch(`${url}/bookings?${query}`, {
    headers: { authorization: `Bearer ${idToken}` },
  })
  if (!answer.ok) throw new Error(`The page answered ${answer.status}.`)
  await answer.arrayBuffer()
}

async function secondsOf(work: Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work
  return (performance.now() - began) / 1000
}
