// Measures in a real Chromium, four times slower, how long the console takes to answer an input, what scrolling costs,
// and whether memory grows. It needs a running server with demonstration data.
//
// The time of an answer begins when the browser receives the input and ends after the frame that shows the answer, such
// as the records of the opened tab. It includes requests and the interval between two searches. The next paint is the duration
// that the Event Timing API reports for the events of the input.
//
// node scripts/run.mjs bench/interactions.ts [http://localhost:4000] [--plain 100000] [--rounds 5] [--minutes 5]
// [--save FILE]
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Answer, timed, type Times } from './interactions/clock.ts'
import { type Memory, memoryAfter } from './interactions/memory.ts'
import { openBookings, slowPage, startChromium } from './interactions/page.ts'
import { servePlain } from './interactions/plain.ts'
import { type Scrolled, scrollLists } from './interactions/scroll.ts'
import { everyInteraction } from './interactions/steps.ts'
import { type Interaction, summaryOf } from './interactions/summary.ts'
import { printTable } from './measuring/measure.ts'
import { signIn } from './measuring/session.ts'
import { ANSWER, GROWTH, TASK } from './measuring/targets.ts'
import type { Interactions } from './report/report-data.ts'

const ANSWER_TIMEOUT_MS = 10_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    plain: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '5' },
    save: { type: 'string' },
  },
})

const browser = await startChromium()
const results: Interactions[] = []
try {
  const site = (positionals[0] ?? 'http://localhost:4000').replace(/\/$/, '')
  results.push(await measureHost('our server', site))
  if (values.plain) {
    const bookings = Number(values.plain)
    const plain = await servePlain(bookings)
    try {
      const name = `a plain host with ${bookings.toLocaleString('en-IN')} bookings`
      results.push(await measureHost(name, plain.url))
    } finally {
      await plain.close()
    }
  }
} finally {
  await browser.close()
}
// at the end: a measurement that fails leaves no result, so that no report is written from a part of it
if (values.save) await writeFile(values.save, `${JSON.stringify(results, null, 2)}\n`)

async function measureHost(host: string, site: string): Promise<Interactions> {
  const open = async () => {
    const page = await slowPage(browser, await signIn(site))
    await openBookings(page, site)
    return page
  }
  const times = new Map<string, { found: Times[]; answer: Answer }>()
  for (let round = 0; round < Number(values.rounds); round += 1) {
    // a new page, so that every round fetches its records
    const page = await open()
    await everyInteraction(page, async (name, input, answer) => {
      const found = await timed(page, input, answer, ANSWER_TIMEOUT_MS)
      times.set(name, { found: [...(times.get(name)?.found ?? []), found], answer })
    })
    await page.context().close()
  }
  const interactions = [...times].map(([name, { found, answer }]) => summaryOf(name, found, answer))
  printInteractions(host, interactions)

  const scrolling = await open()
  const scrolled = await scrollLists(scrolling)
  await scrolling.context().close()
  printScrolled(scrolled)

  const repeating = await open()
  const memory = await memoryAfter(repeating, Number(values.minutes))
  await repeating.context().close()
  printMemory(memory)
  return { host, interactions, scrolled, memory }
}

function printInteractions(host: string, interactions: readonly Interaction[]): void {
  printTable(
    [host, 'runs', 'median ms', `p95 (${ANSWER})`, 'next paint p95', 'unchanged'],
    interactions.map(({ name, runs, median, p95, paint, unchanged }) => [
      name,
      String(runs),
      median.toFixed(0),
      marked(p95.toFixed(0), p95 <= ANSWER),
      paint.toFixed(0),
      String(unchanged),
    ]),
  )
}

function printScrolled(scrolled: readonly Scrolled[]): void {
  printTable(
    ['scrolling to the end', 'rows', 'seconds', `tasks over ${TASK} ms`, 'longest ms'],
    scrolled.map(({ list, rows, seconds, tasks, longest }) => [
      list,
      String(rows),
      seconds.toFixed(1),
      marked(String(tasks), tasks === 0),
      longest.toFixed(0),
    ]),
  )
}

function printMemory({ minutes, cold, warmUp, rounds, first, last, codeGrowth }: Memory): void {
  const growth = last / first - 1
  printTable(
    [
      'heap',
      'after 1 round MB',
      `after ${warmUp} MB`,
      'last MB',
      `growth (${GROWTH * 100} %)`,
      'of it, compiled code MB',
    ],
    [
      [
        `${rounds} more rounds in ${minutes} min`,
        cold.toFixed(1),
        first.toFixed(1),
        last.toFixed(1),
        marked(`${(growth * 100).toFixed(1)} %`, growth <= GROWTH),
        codeGrowth.toFixed(1),
      ],
    ],
  )
}

/** Marks a missed target, and fails the command. */
function marked(text: string, reached: boolean): string {
  if (!reached) process.exitCode = 1
  return reached ? text : `${text} ✗`
}
