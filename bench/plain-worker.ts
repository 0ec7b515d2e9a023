import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { today as todayAt } from '@mandap/domain/time/days.ts'
import { demoCounts, generate } from '@mandap/demo/generate.ts'
import { contentTypeOf } from '@mandap/server/testing/content-type.ts'
import { listen } from '@mandap/server/testing/listen.ts'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { findChromium } from '../scripts/chromium.ts'

/**
 * Measures how long an administrator waits on a plain host with long lists, in Chromium:
 * `node bench/plain-worker.ts 100000 1000000`.
 */

const today = todayAt(Date.now(), 'Asia/Kolkata')
const folder = await mkdtemp(join(tmpdir(), 'mandap-bench-'))
try {
  await build({
    root: join(import.meta.dirname, 'plain-worker'),
    build: { outDir: join(folder, 'page'), emptyOutDir: true, target: 'es2024' },
    worker: { format: 'es' },
    logLevel: 'warn',
  })
  const counts = process.argv.slice(2).map(Number)
  for (const count of counts.length > 0 ? counts : [100_000]) await bench(count)
} finally {
  await rm(folder, { recursive: true })
}

async function bench(count: number): Promise<void> {
  await writeList('bookings', count)
  await writeList('users', count)
  await writeList('partners', count)
  const server = await listen((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    const list = { '/bookings': 'bookings', '/user/all': 'users', '/partners': 'partners' }[path]
    const file = list ? `${list}.json` : join('page', path)
    response.setHeader('content-type', contentTypeOf(file))
    pipeline(createReadStream(join(folder, file)), response).catch(() => response.destroy())
  })
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage()
    page.on('console', (message) => console.log(message.text()))
    page.on('pageerror', (error) => console.error(error))
    await page.goto(server.url)
    const measurements = await page.evaluate((day) => window.measure(day), today)
    const { size } = await stat(join(folder, 'bookings.json'))
    console.log(`\n${count} bookings, ${(size / 1e6).toFixed(0)} MB of JSON`)
    console.table(
      measurements.map(({ what, milliseconds, held, rows }) => ({
        what,
        'answer, ms': Math.round(milliseconds),
        'page held, ms': Math.round(held),
        rows,
      })),
    )
    console.log(`largest renderer: ${largestRenderer()} MB`)
  } finally {
    await browser.close()
    await server.close()
  }
}

async function writeList(list: 'bookings' | 'users' | 'partners', count: number): Promise<void> {
  const records = generate(today, demoCounts(count))[list]
  await pipeline(textOf(records), createWriteStream(join(folder, `${list}.json`)))
}

function* textOf(records: Iterable<unknown>): Generator<string> {
  let separator = '['
  for (const record of records) {
    yield separator + JSON.stringify(record)
    separator = ','
  }
  yield ']'
}

/** Returns the resident memory of the page and its worker, which share a process, in MB. */
function largestRenderer(): number {
  const processes = execFileSync('ps', ['-eo', 'rss=,args='], { encoding: 'utf8' })
  const sizes = processes
    .split('\n')
    .filter((line) => line.includes('--type=renderer'))
    .map((line) => Number.parseInt(line, 10))
  return Math.round(Math.max(0, ...sizes) / 1024)
}
