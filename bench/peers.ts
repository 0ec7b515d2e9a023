// Measures the list of bookings of the console and of react-admin, on the same running server, in turns.
// node scripts/run.mjs bench/peers.ts [http://localhost:4000] [--runs 5] [--rounds 7] [--save FILE]
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Request } from '@playwright/test'
import { SERVICE_CATEGORIES } from '@mandap/domain/booking/service.ts'
import { timed, type Times } from './interactions/clock.ts'
import { slowPage, startChromium } from './interactions/page.ts'
import { summaryOf } from './interactions/summary.ts'
import { audit, launchChromium } from './lighthouse/audit.ts'
import { SCREEN_HEADINGS, type Screen, screenCells } from './lighthouse/figures.ts'
import { percentile, printTable } from './measuring/measure.ts'
import { signIn } from './measuring/session.ts'
import { type Console, mandap, reactAdmin } from './peers/consoles.ts'
import { servePeer } from './peers/serve.ts'
import type { Peer } from './report/report-data.ts'

const ANSWER_TIMEOUT_MS = 10_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '7' },
    save: { type: 'string' },
  },
})
const site = (positionals[0] ?? 'http://localhost:4000').replace(/\/$/, '')
const peer = await servePeer(site)
const consoles = [mandap(site), reactAdmin(peer.url)]
const tokens = await signIn(site)
const loads = consoles.map((): Screen['runs'] => [])
const chromium = await launchChromium()
try {
  for (let run = 0; run < Number(values.runs); run += 1)
    for (const [at, { url }] of consoles.entries()) {
      const { problems, ...figures } = await audit(chromium, url, 'light', tokens)
      loads[at]?.push(figures)
      if (run === 0) for (const problem of problems) console.log(`${url}: ${problem}`)
    }
} finally {
  await chromium.close()
}

const played = consoles.map((): Round[] => [])
const browser = await startChromium()
try {
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const [at, console] of consoles.entries()) played[at]?.push(await playRound(console))
} finally {
  await browser.close()
  await peer.close()
}

const results = consoles.map(({ name, answer }, at): Peer => {
  const rounds = played[at] ?? []
  const median = (read: (round: Round) => number) => percentile(rounds.map(read), 50)
  return {
    name,
    screen: { path: name, theme: 'light', runs: loads[at] ?? [] },
    filter: summaryOf(
      'filter',
      rounds.flatMap(({ filter }) => filter),
      answer,
    ),
    sort: summaryOf(
      'sort',
      rounds.flatMap(({ sort }) => sort),
      answer,
    ),
    requests: { open: median(({ open }) => open), filter: median(({ filtered }) => filtered) },
  }
})
printTable(
  SCREEN_HEADINGS,
  results.map(({ screen }) => screenCells(screen)),
)
printTable(
  ['list of bookings', 'filter ms', 'p95', 'sort ms', 'p95', 'requests to open', 'to filter'],
  results.map(({ name, filter, sort, requests }) => [
    name,
    ...[filter.median, filter.p95, sort.median, sort.p95].map((time) => time.toFixed(0)),
    String(requests.open),
    requests.filter.toFixed(1),
  ]),
)
if (values.save) await writeFile(values.save, `${JSON.stringify(results, null, 2)}\n`)

/** The times of one round, and the requests to open the list and for each filter. */
interface Round {
  filter: Times[]
  sort: Times[]
  open: number
  filtered: number
}

/** Filters by each service and sorts each time, in a new page. No list was fetched before. */
async function playRound({ open, filter, sort, answer }: Console): Promise<Round> {
  const page = await slowPage(browser, tokens)
  let requests = 0
  page.on('request', (request) => {
    if (isForData(request)) requests += 1
  })
  // a page with an open stream never has an idle network
  await page.route('**/events?*', (route) => route.abort())
  await open(page)
  await page.waitForLoadState('networkidle')
  const found: Round = { filter: [], sort: [], open: requests, filtered: 0 }
  for (const service of SERVICE_CATEGORIES) {
    const before = requests
    const apply = await filter(page, service)
    found.filter.push(await timed(page, apply, answer, ANSWER_TIMEOUT_MS))
    found.filtered += (requests - before) / SERVICE_CATEGORIES.length
    const turn = await sort(page)
    found.sort.push(await timed(page, turn, answer, ANSWER_TIMEOUT_MS))
  }
  await page.context().close()
  return found
}

/** Whether a request reads records. The stream of changes and the session are read beside the list, at any time. */
function isForData(request: Request): boolean {
  const { pathname } = new URL(request.url())
  return (
    ['fetch', 'xhr'].includes(request.resourceType()) && !/^\/(events|session)\b/.test(pathname)
  )
}
