// Entry point of `npm test`: runs every part, even after a failure, then prints counts and times. The last line
// is the total.
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { delimiter, dirname, join, relative } from 'node:path'
import { say, since, step } from '../server/src/terminal/terminal.ts'
import { stripVTControlCharacters } from 'node:util'
import { findChromium, findHeadlessShell } from './chromium.ts'
import { buildConsole, CONSOLE } from './console.ts'

const ROOT = join(import.meta.dirname, '..')
const REPORTS = join(ROOT, '.cache/test')
const VITEST_REPORT = join(REPORTS, 'vitest.json')
const PLAYWRIGHT_REPORT = join(REPORTS, 'playwright.json')

interface Counts {
  passed: number
  failed: number
}

/** The test counts of a part, and how long each file took in milliseconds. */
interface Outcome extends Counts {
  files: ReadonlyMap<string, number>
}

const NO_TESTS: Outcome = { passed: 0, failed: 0, files: new Map() }
const MAX_SLOW_FILES = 10

const results: (Outcome & { title: string; counted: boolean; took: string })[] = []

// the programs of node_modules use the first node on the path, which should be this one
process.env['PATH'] = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`
process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = PLAYWRIGHT_REPORT
// a `test.only` that stays in a file would leave out the others
const vitest = [
  'run',
  '--allowOnly=false',
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${VITEST_REPORT}`,
]
const playwright = [
  'test',
  '--config=e2e/playwright.config.ts',
  '--forbid-only',
  '--reporter=line,json',
]

const started = performance.now()
await rm(REPORTS, { recursive: true, force: true })
await mkdir(REPORTS, { recursive: true })
say()

await part('Chromium', async (note) => {
  process.env['CHROMIUM_PATH'] = await findChromium(note)
  process.env['HEADLESS_SHELL_PATH'] = await findHeadlessShell()
})
await part('Types', () => run('tsc', ['-p', '.']))
await part('Lint', () => run('oxlint', ['--type-aware']))
await part('Format', () => run('biome', ['format', '.']))
await part('Unused code and packages', () => run('knip', []))
await part('Units, rules and server', () => run('vitest', vitest), vitestOutcome)
await part('Console build', () => buildConsole(CONSOLE))
await part('Browser journeys', () => run('playwright', playwright), playwrightOutcome)

say(`\n  ${since(started)}\n`)
for (const { title, counted, passed, failed, took } of results) {
  console.log(
    `${title}: ${counted ? counts(passed, failed) : failed ? 'failed' : 'passed'}, ${took}`,
  )
}
printSlowFiles()
const tests = results.filter(({ counted }) => counted)
const failures = total(results.map(({ failed }) => failed))
console.log(`\n${counts(total(tests.map(({ passed }) => passed)), failures)}`)
process.exitCode = failures > 0 ? 1 : 0

/** Runs one part. A part without tests, or with an error outside of its tests, counts as one failure. */
async function part(
  title: string,
  work: Parameters<typeof step>[1],
  read?: () => Promise<Outcome>,
): Promise<void> {
  let broken = 0
  const began = performance.now()
  await step(title, work).catch((error: unknown) => {
    broken = 1
    say(`\n${error instanceof Error ? error.message : String(error)}\n`)
  })
  const took = stripVTControlCharacters(since(began))
  const outcome = (await read?.().catch(() => undefined)) ?? NO_TESTS
  const failed = Math.max(outcome.failed, broken)
  results.push({ ...outcome, title, counted: read !== undefined, failed, took })
}

/** Runs a program of node_modules. Rejects with its output. */
function run(program: string, words: string[]): Promise<void> {
  const child = spawn(join(ROOT, 'node_modules/.bin', program), words, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, [process.stderr.isTTY ? 'FORCE_COLOR' : 'NO_COLOR']: '1' },
    shell: process.platform === 'win32',
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  return new Promise((done, refuse) => {
    child.on('error', refuse)
    child.on('close', (code) => (code === 0 ? done() : refuse(new Error(said.trim()))))
  })
}

async function vitestOutcome(): Promise<Outcome> {
  const report = JSON.parse(await readFile(VITEST_REPORT, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    testResults: { name: string; startTime: number; endTime: number }[]
  }
  const files = report.testResults.map(
    ({ name, startTime, endTime }) => [relative(ROOT, name), endTime - startTime] as const,
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests, files: new Map(files) }
}

interface Suite {
  file: string
  suites?: Suite[]
  specs: { tests: { results: { duration: number }[] }[] }[]
}

async function playwrightOutcome(): Promise<Outcome> {
  const { stats, suites } = JSON.parse(await readFile(PLAYWRIGHT_REPORT, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
    suites: Suite[]
  }
  const files = suites.map((suite) => [`e2e/${suite.file}`, durationOf(suite)] as const)
  const failed = stats.unexpected + stats.flaky
  return { passed: stats.expected, failed, files: new Map(files) }
}

function durationOf({ specs, suites = [] }: Suite): number {
  const runs = specs.flatMap((spec) => spec.tests.flatMap((test) => test.results))
  return total([...runs.map(({ duration }) => duration), ...suites.map(durationOf)])
}

function printSlowFiles() {
  const slowest = results
    .flatMap(({ files }) => [...files])
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MAX_SLOW_FILES)
  if (slowest.length === 0) return
  console.log('\nSlowest files')
  for (const [file, milliseconds] of slowest)
    console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${file}`)
}

function counts(passed: number, failed: number): string {
  return `${passed} passed, ${failed} failed`
}

function total(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
