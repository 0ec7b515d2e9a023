import { writeFile } from 'node:fs/promises'
import { type Measurement, percentile } from './measure.ts'

/** The slowest calls that the page names. */
const MAX_SHOWN = 40

/** The results of all measurements of a commit. */
export interface Report {
  commit: string
  date: string
  machine: string
  /** Loads of each screen by Lighthouse. */
  loads: number
  throughput: {
    name: string
    kilobytes: number
    connections: number
    ours: number
    bare: number
    ratio: number
  }[]
  host: { bookings: number; measurements: Measurement[] }[]
  lighthouse: {
    path: string
    theme: string
    performance: number
    lowest: number
    accessibility: number
    firstPaint: number
    largestPaint: number
    blocked: number
    shift: number
    script: number
    machine: number
  }[]
}

/** Writes the results as a page of the documentation. */
export async function writeReport(file: string, report: Report): Promise<void> {
  await writeFile(file, pageOf(report))
}

function pageOf({ commit, date, machine, loads, throughput, host, lighthouse }: Report): string {
  const sizes = host.map(({ bookings }) => bookings.toLocaleString('en-IN'))
  const slowest = (host.at(-1)?.measurements ?? [])
    .toSorted((one, other) => other.p95 - one.p95)
    .slice(0, MAX_SHOWN)
  const measured = (name: string) =>
    host.map(({ measurements }) => measurements.find((one) => one.name === name))
  const all = host.at(-1)?.measurements ?? []
  return `# Performance

Written by \`npm run bench\` on ${date}, at commit ${commit}.
Machine: ${machine}. The server, PostgreSQL, the browser and the load share it.

## Screens

Lighthouse with its settings for a phone (slow 4G and a processor four times slower, both simulated), on the demonstration
data. Loads of each screen: ${loads}; the figures are their medians. Times are in ms, script in kB as sent.

${table(
  [
    'screen',
    'theme',
    'performance',
    'lowest run',
    'accessibility',
    'first paint',
    'largest paint',
    'blocked',
    'shift',
    'script',
    'speed of the machine',
  ],
  lighthouse.map((each) => [
    `\`${each.path}\``,
    each.theme,
    String(each.performance),
    String(each.lowest),
    String(each.accessibility),
    each.firstPaint.toFixed(0),
    each.largestPaint.toFixed(0),
    each.blocked.toFixed(0),
    each.shift.toFixed(3),
    each.script.toFixed(1),
    each.machine.toFixed(0),
  ]),
)}

## Requests per second

Our server with session, masking, headers and counts, and a bare handler (\`node:http\` and \`pg\`) that sends the records of
the same page as PostgreSQL's JSON, without a session and a count. Medians of alternating rounds.

${table(
  ['answer', 'kB', 'connections', 'our server', 'bare handler', 'ratio'],
  throughput.map((each) => [
    each.name,
    each.kilobytes.toFixed(1),
    String(each.connections),
    each.ours.toFixed(0),
    each.bare.toFixed(0),
    each.ratio.toFixed(2),
  ]),
)}

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

/** Returns a Markdown table whose first column is aligned left. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = headings.map((_, at) => (at === 0 ? '---' : '--:'))
  return [headings, rule, ...rows].map(line).join('\n')
}
