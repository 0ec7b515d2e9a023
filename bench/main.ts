// Runs the measurements and writes docs/performance.md: npm run bench [-- --sizes 10000,100000] [--runs 5]
// [--bookings 1000000] [--plain 100000] [--minutes 5] [--keep]. With --report, it writes the last results again; with --only
// throughput,host it measures these files again first.
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { utcDate } from '@mandap/domain/time/days.ts'
import { withoutSettings } from '@mandap/server/testing/environment.ts'
import { scratchFolder } from '@mandap/server/testing/folder.ts'
import { freeServerPort } from '@mandap/server/testing/port.ts'
import { removeAtExit } from '@mandap/server/testing/remove-at-exit.ts'
import { writeReport } from './report/write-report.ts'
import type { Report } from './report/report-data.ts'
import { startProduct } from './start/product.ts'

const ROOT = join(import.meta.dirname, '..')
const RESULTS = join(ROOT, '.cache/bench')

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    runs: { type: 'string', default: '5' },
    /** The bookings of the server on which the screens and interactions are measured: 2000, or those of the last results. */
    bookings: { type: 'string' },
    /** The bookings of the plain host on which the interactions are measured. */
    plain: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '5' },
    /** Uses the populations on the PostgreSQL of TEST_DATABASE_URL, and keeps those that it creates. */
    keep: { type: 'boolean', default: false },
    only: { type: 'string' },
    report: { type: 'boolean', default: false },
  },
})

const only = values.only?.split(',')
const last = only || values.report ? await lastRun() : undefined
const bookings = last ? bookingsOf(last) : (values.bookings ?? '2000')

/** The fewest bookings that are filled: with fewer, beginning and end take most of the time. */
const MIN_FILLED = 100_000

/** The measurements that start what they measure, with their arguments. */
const ALONE: Record<string, readonly string[]> = {
  throughput: [],
  host: ['--bookings', values.sizes, '--runs', '30', ...(values.keep ? ['--keep'] : [])],
  changes: [],
  fill: ['--bookings', String(Math.max(MIN_FILLED, Number(bookings)))],
  export: [],
  start: [],
}

/** The measurements of a running server, with their arguments. */
const OF_SERVER: Record<string, readonly string[]> = {
  lighthouse: ['--runs', values.runs],
  peers: ['--runs', values.runs],
  interactions: ['--plain', values.plain, '--minutes', values.minutes],
}

// without a listener, a signal ends the process without the event that ends the measurement; a second signal must not stop that
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1))

if (!last) await measureAll()
else if (only) await measureAgain(only, last)
requireResults([...Object.keys(ALONE), ...Object.keys(OF_SERVER)])
await writeReport(join(ROOT, 'docs/performance.md'), {
  ...(await resultsOf('main.ts')),
  throughput: await resultsOf('throughput.ts'),
  host: await resultsOf('host.ts'),
  changes: await resultsOf('changes.ts'),
  additions: await resultsOf('fill.ts'),
  exports: await resultsOf('export.ts'),
  starts: await resultsOf('start.ts'),
  ...(await resultsOf('lighthouse.ts')),
  interactions: await resultsOf('interactions.ts'),
  peers: await resultsOf('peers.ts'),
})

async function measureAll(): Promise<void> {
  // results of an earlier commit must not stay beside those of this one
  await rm(RESULTS, { recursive: true, force: true })
  await mkdir(RESULTS, { recursive: true })
  await writeFile(resultFile('main.ts'), JSON.stringify(circumstances()))
  await measure([...Object.keys(ALONE), ...Object.keys(OF_SERVER)])
}

/** Measures some parts again, and notes of which commit they are. */
async function measureAgain(again: readonly string[], main: Files['main.ts']): Promise<void> {
  const known = [...Object.keys(ALONE), ...Object.keys(OF_SERVER)]
  for (const name of again)
    if (!known.includes(name))
      throw new Error(`--only names some of ${known.join(', ')}, not ${name}.`)
  // the report needs the others, and measuring takes long
  requireResults(
    known.filter((name) => !again.includes(name)),
    again,
  )
  const { commit } = circumstances()
  await measure(again, async (name) => {
    main.again[name] = commit
    await writeFile(resultFile('main.ts'), JSON.stringify(main))
  })
}

async function lastRun(): Promise<Files['main.ts']> {
  if (!existsSync(resultFile('main.ts')))
    throw new Error('.cache/bench has no results. Measure everything first: npm run bench')
  return await resultsOf('main.ts')
}

/** Returns the bookings of the last results, which one report has. Throws if the command asks for another number. */
function bookingsOf(main: Files['main.ts']): string {
  const wanted = values.bookings ?? String(main.bookings)
  if (Number(wanted) !== main.bookings)
    throw new Error(
      `The last results are of ${main.bookings} bookings. Leave out --bookings, or measure everything again: npm run bench -- --bookings ${wanted}`,
    )
  return wanted
}

/** Runs these measurements, and `onStart` before each, because an interrupted one leaves no result. */
async function measure(
  names: readonly string[],
  onStart: (name: string) => Promise<void> = async () => {},
): Promise<void> {
  for (const [name, args] of Object.entries(ALONE)) {
    if (!names.includes(name)) continue
    await onStart(name)
    await run(`${name}.ts`, ...args)
  }
  const ofServer = Object.entries(OF_SERVER).filter(([name]) => names.includes(name))
  if (ofServer.length === 0) return
  await withServer(async (url) => {
    for (const [name, args] of ofServer) {
      await onStart(name)
      await run(`${name}.ts`, url, ...args)
    }
  })
}

function circumstances(): Files['main.ts'] {
  const [processor] = cpus()
  return {
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
    }).trim(),
    date: utcDate(Date.now()),
    machine: `${cpus().length} cores (${processor?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
    bookings: Number(bookings),
    again: {},
  }
}

/**
 * Runs one measurement. Its exit code is 1 after a missed target, which the report shows, and after an error. After an
 * error it has no result, for which `requireResults` ends the command when the others are done.
 */
async function run(file: string, ...args: string[]): Promise<void> {
  console.log(`\n  ${file}\n`)
  await rm(resultFile(file), { force: true })
  const words = [...args, '--save', resultFile(file)]
  const child = fork(join(import.meta.dirname, file), words, { env: withoutSettings() })
  const end = () => child.kill()
  process.once('exit', end)
  await once(child, 'exit')
  process.off('exit', end)
}

function resultFile(file: string): string {
  return join(RESULTS, file.replace(/\.ts$/, '.json'))
}

/** Throws if one of these measurements has no result. `again` are those that are measured now. */
function requireResults(names: readonly string[], again: readonly string[] = []): void {
  const missing = names.filter((name) => !existsSync(resultFile(`${name}.ts`)))
  if (missing.length === 0) return
  throw new Error(
    `.cache/bench has no result of ${missing.join(', ')}. Measure it: npm run bench -- --only ${[...again, ...missing].join(',')}`,
  )
}

async function resultsOf<File extends keyof Files>(file: File): Promise<Files[File]> {
  return JSON.parse(await readFile(resultFile(file), 'utf8')) as Files[File]
}

interface Files {
  'main.ts': Pick<Report, 'commit' | 'date' | 'machine' | 'bookings' | 'again'>
  'throughput.ts': Report['throughput']
  'host.ts': Report['host']
  'changes.ts': Report['changes']
  'fill.ts': Report['additions']
  'export.ts': Report['exports']
  'start.ts': Report['starts']
  'lighthouse.ts': Pick<Report, 'emptyPage' | 'screens'>
  'interactions.ts': Report['interactions']
  'peers.ts': Report['peers']
}

/** Starts the product with demonstration data in a new folder, and stops it after the work. */
async function withServer(work: (url: string) => Promise<void>): Promise<void> {
  const folder = await scratchFolder('bench')
  const keep = removeAtExit(folder)
  const dataFolder = join(folder, 'data')
  const command = [process.execPath, join(ROOT, 'scripts/start.ts')] as const
  const port = await freeServerPort()
  try {
    const server = await startProduct(command, { cwd: ROOT, dataFolder, port })
    try {
      const fill = [join(ROOT, 'server/demo/main.ts'), '--bookings', bookings]
      const env = { ...withoutSettings(), DATA_DIR: dataFolder }
      execFileSync(process.execPath, fill, { env, stdio: 'inherit' })
      await work(server.url)
    } finally {
      await server.stop()
    }
  } finally {
    keep()
    await rm(folder, { recursive: true })
  }
}
