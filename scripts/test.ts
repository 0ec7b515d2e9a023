// What `npm test` runs: every part, also after one failed, then plain counts. The last line is the sum.
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { say, since, step } from '../server/src/terminal/terminal.ts'
import { findChromium } from './chromium.ts'
import { buildConsole, CONSOLE } from './console.ts'

const ROOT = join(import.meta.dirname, '..')
const REPORTS = join(ROOT, '.cache/test')
const VITEST_REPORT = join(REPORTS, 'vitest.json')
const PLAYWRIGHT_REPORT = join(REPORTS, 'playwright.json')

interface Counts {
  passed: number
  failed: number
}

const results: (Counts & { title: string; counted: boolean })[] = []

// the programs of node_modules begin with the first node of the path, and it should be this one
process.env['PATH'] = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`
process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = PLAYWRIGHT_REPORT
const vitest = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`]
const playwright = ['test', '--config=e2e/playwright.config.ts', '--reporter=line,json']

const started = performance.now()
await rm(REPORTS, { recursive: true, force: true })
await mkdir(REPORTS, { recursive: true })
say()

await part('Chromium', async (note) => (process.env['CHROMIUM_PATH'] = await findChromium(note)))
await part('Types', () => run('tsc', ['-p', '.']))
await part('Lint', () => run('oxlint', ['--type-aware']))
await part('Format', () => run('biome', ['format', '.']))
await part('Units, rules and server', () => run('vitest', vitest), vitestCounts)
await part('Console build', () => buildConsole(CONSOLE))
await part('Browser journeys', () => run('playwright', playwright), playwrightCounts)

say(`\n  ${since(started)}\n`)
for (const { title, counted, passed, failed } of results) {
  console.log(`${title}: ${counted ? counts(passed, failed) : failed ? 'failed' : 'passed'}`)
}
const tests = results.filter(({ counted }) => counted)
const failures = total(results.map(({ failed }) => failed))
console.log(`\n${counts(total(tests.map(({ passed }) => passed)), failures)}`)
process.exitCode = failures > 0 ? 1 : 0

/** Runs one part. One that is not made of tests, or fails beside its tests, counts as one failure. */
async function part(
  title: string,
  work: Parameters<typeof step>[1],
  read?: () => Promise<Counts>,
): Promise<void> {
  let broken = 0
  await step(title, work).catch((error: unknown) => {
    broken = 1
    say(`\n${error instanceof Error ? error.message : String(error)}\n`)
  })
  const { passed, failed } = (await read?.().catch(() => undefined)) ?? { passed: 0, failed: 0 }
  results.push({ title, counted: read !== undefined, passed, failed: Math.max(failed, broken) })
}

/** Runs a program of node_modules; rejects with all that it said. */
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

async function vitestCounts(): Promise<Counts> {
  const report = JSON.parse(await readFile(VITEST_REPORT, 'utf8'))
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

async function playwrightCounts(): Promise<Counts> {
  const { stats } = JSON.parse(await readFile(PLAYWRIGHT_REPORT, 'utf8'))
  if (stats.flaky > 0) say(`  Passed at the second try only: ${stats.flaky}`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}

function counts(passed: number, failed: number): string {
  return `${passed} passed, ${failed} failed`
}

function total(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
