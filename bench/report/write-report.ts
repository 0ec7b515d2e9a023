import { writeFile } from 'node:fs/promises'
import { CHANGE_HEADINGS, changeCells } from '../changes/figures.ts'
import { EXPORT_HEADINGS, exportCells } from '../export/figures.ts'
import { ADDITION_HEADINGS, additionRows } from '../fill/figures.ts'
import {
  LOADS_OF_A_MEDIAN,
  RATED,
  ratingOf,
  SCREEN_HEADINGS,
  screenCells,
} from '../lighthouse/figures.ts'
import { percentile } from '../measuring/measure.ts'
import { ANSWER, GROWTH, RATIO, TASK } from '../measuring/targets.ts'
import { START_HEADINGS, startRows } from '../start/figures.ts'
import { betterPeers } from './better-peers.ts'
import { misses } from './misses.ts'
import type { Interactions, Peer, Report } from './report-data.ts'

/** The slowest calls that the page names. */
const MAX_SHOWN = 40

/** Writes the results as a page of the documentation. */
export async function writeReport(file: string, report: Report): Promise<void> {
  await writeFile(file, pageOf(report))
}

function pageOf(report: Report): string {
  const { commit, again, date, machine, bookings, throughput, host, changes, additions } = report
  const { emptyPage, screens, interactions, peers, exports, starts } = report
  const loads = Math.min(...screens.map(({ runs }) => runs.length))
  const sizes = host.map((one) => one.bookings.toLocaleString('en-IN'))
  const slowest = (host.at(-1)?.measurements ?? [])
    .toSorted((one, other) => other.p95 - one.p95)
    .slice(0, MAX_SHOWN)
  const measured = (name: string) =>
    host.map(({ measurements }) => measurements.find((one) => one.name === name))
  const all = host.at(-1)?.measurements ?? []
  return `# Performance

Written by \`npm run bench\` on ${date}, at commit ${commit}.${Object.entries(again)
    .map(([name, later]) => ` \`bench/${name}.ts\` was measured again at commit ${later}.`)
    .join('')}
Machine: ${machine}. The server, PostgreSQL, the browser and the load share it.
${ratingText(ratingOf(screens))}
A figure marked ✗ misses its target, which is in brackets.

## Misses

${list(misses(report))}

## Where a peer is better

${list(betterPeers(report))}

## Screens

Lighthouse with its settings for a phone (slow 4G and a processor four times slower, both simulated), on the demonstration
data. Loads of each screen: ${loads}; the figures are ${loads >= LOADS_OF_A_MEDIAN ? 'their medians' : 'their ranges, because medians need five'}.
Times are in ms, script in kB as sent. The first row is a page with one heading, without styles and scripts: what this
machine takes for any page.

${table(SCREEN_HEADINGS, [emptyPage, ...screens].map(screenCells))}

## Interactions

From an input until the frame that shows its answer, in Chromium on a processor that is slowed down four times, with
${bookings.toLocaleString('en-IN')} bookings on our server. The time includes requests, and the interval between two searches. The next paint is
the duration of the input's events, as the Event Timing API reports it. Times are in ms.
Inputs that left the page unchanged, such as a letter that finds the same records, have no time.

${interactions.map(interactionsText).join('\n\n')}

## Beside react-admin

The list of bookings: 50 a page, filtered by service and sorted by booking date. react-admin's own List and Datagrid show the
same records of the same server, whose calls they send through a proxy. Lighthouse and the slow processor are as above.
Requests are those for data.

${table(
  SCREEN_HEADINGS,
  peers.map(({ screen }) => screenCells(screen)),
)}

${table(
  [
    'list of bookings',
    'filter: median ms',
    'p95',
    'sort: median ms',
    'p95',
    'requests to open',
    'to filter',
  ],
  peers.map(peerCells),
)}

## Requests per second

Our server with session, masking, headers and counts, and a bare handler (\`node:http\` and \`pg\`) that sends the records of
the same page as PostgreSQL's JSON, without a session and a count. Medians of alternating rounds.

${table(
  ['answer', 'kB', 'connections', 'our server', 'bare handler', `ratio (${RATIO})`],
  throughput.map((each) => [
    each.name,
    each.kilobytes.toFixed(1),
    String(each.connections),
    each.ours.toFixed(0),
    each.bare.toFixed(0),
    each.ratio.toFixed(2) + (each.ratio < RATIO ? ' ✗' : ''),
  ]),
)}

## Changes

Two servers, which change bookings one after the other on each connection and read lists on four more, with a replica that answers
lists. Each change waits for the commit of the one before, because it adds to the chain of the audit log.

${table(CHANGE_HEADINGS, changes.map(changeCells))}

## Adding bookings

\`npm run demo\` fills an empty database of our own PostgreSQL, with users and partners in proportion. Then \`npm run import\`
adds bookings alone; an import into another, empty database adds bookings alone too. Requests for a page of bookings, one after the other, took ${additions.page.before.toFixed(1)} ms (95th percentile) before the
import and ${additions.page.during.toFixed(1)} ms during it.

${table(ADDITION_HEADINGS, additionRows(additions))}

## Exports

One list is exported while pages of partners are requested, one after the other. The times of a page are 95th percentiles.
The memory is the most that the server's process used in each quarter of the export. Its growth is from the second quarter
to the last.

${table(EXPORT_HEADINGS, exports.map(exportCells))}

## Starts

\`npm start\` until the server is ready: in a fresh clone, which installs its packages from the package cache and builds the
console, and later.

${table(START_HEADINGS, startRows(starts))}

## Calls on long lists

One request at a time, by the number of bookings; partners and users are in proportion. ${all.length} calls were measured:
every list of the screens with its tabs, filters, deep pages, jumps and searches, counts, single records and changes. Of
all calls at ${sizes.at(-1)} bookings, half have a median of at most ${percentile(
    all.map(({ median }) => median),
    50,
  ).toFixed(1)} ms, and 95 % a 95th percentile of at most ${percentile(
    all.map(({ p95 }) => p95),
    95,
  ).toFixed(1)} ms. The slowest, median and 95th percentile in ms:

${table(
  ['call', ...sizes.flatMap((size) => [`${size}: median`, 'p95'])],
  slowest.map(({ name }) => [
    name,
    ...measured(name).flatMap((one) => [one?.median.toFixed(1) ?? '–', one?.p95.toFixed(1) ?? '–']),
  ]),
)}
`
}

function ratingText(rating: number): string {
  const rated = `Lighthouse rates the speed of the machine at ${rating.toFixed(0)}.`
  if (rating >= RATED) return rated
  return `${rated} The targets of the screens and interactions apply from
${RATED}: their misses are those of a slower machine.`
}

function interactionsText({ host, interactions, scrolled, memory }: Interactions): string {
  const { cold, warmUp, rounds, minutes, first, last, codeGrowth } = memory
  const growth = last / first - 1
  return `### ${host}

${table(
  ['input', 'runs', 'median', `p95 (${ANSWER})`, 'next paint, p95', 'unchanged'],
  interactions.map(({ name, runs, median, p95, paint, unchanged }) => [
    name,
    String(runs),
    median.toFixed(0),
    p95.toFixed(0) + (p95 > ANSWER ? ' ✗' : ''),
    paint.toFixed(0),
    String(unchanged),
  ]),
)}

${table(
  ['scrolling to the end', 'rows', 'seconds', `tasks over ${TASK} ms (0)`, 'longest'],
  scrolled.map(({ list: path, rows, seconds, tasks, longest }) => [
    path,
    String(rows),
    seconds.toFixed(1),
    String(tasks) + (tasks > 0 ? ' ✗' : ''),
    longest.toFixed(0),
  ]),
)}

Heap after a garbage collection: ${cold.toFixed(1)} MB after every input once, ${first.toFixed(1)} MB after ${warmUp} times, when
it had levelled off, and ${last.toFixed(1)} MB after ${rounds} more times in ${minutes} minutes: ${(growth * 100).toFixed(1)} % more (${GROWTH * 100} %).${growth > GROWTH ? ' ✗' : ''}
Compiled code is ${codeGrowth.toFixed(1)} MB of the difference.`
}

function peerCells({ name, filter, sort, requests }: Peer): string[] {
  return [
    name,
    ...[filter.median, filter.p95, sort.median, sort.p95].map((time) => time.toFixed(0)),
    String(requests.open),
    requests.filter.toFixed(1),
  ]
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? 'None.' : lines.map((line) => `- ${line}`).join('\n')
}

/** Returns a Markdown table whose first column is aligned left. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = headings.map((_, at) => (at === 0 ? '---' : '--:'))
  return [headings, rule, ...rows].map(line).join('\n')
}
