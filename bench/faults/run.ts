import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from './fault.ts'
import { type Ended, run } from './process.ts'

/** How long one run may take; a fault may make a test wait for ever. */
const LIMIT_MINUTES = 10

const REPORT = 'test-results/fault.json'

/**
 * Runs checks until a test fails. Returns the title of that test, or null where all pass. A run that does not end in time
 * is a failure too.
 */
export async function firstFailure(
  folder: string,
  checks: readonly Check[],
): Promise<string | null> {
  for (const check of checks) {
    const failed =
      'project' in check ? await vitest(folder, check) : await playwright(folder, check)
    if (failed !== null) return failed
  }
  return null
}

export function isBrowserCheck(check: Check): boolean {
  return 'journey' in check
}

/** Builds the console of the copy, if its sources changed. */
export async function buildConsole(folder: string): Promise<void> {
  const { code, output } = await runHere(folder, [join(folder, 'scripts/build.ts')])
  if (code !== 0) throw new Error(output)
}

async function vitest(
  folder: string,
  { project, files }: Extract<Check, { project: string }>,
): Promise<string | null> {
  const report = join(folder, REPORT)
  await rm(report, { force: true })
  const { code, output, isLate } = await runHere(folder, [
    join(folder, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--bail=1',
    '--reporter=json',
    `--outputFile=${report}`,
    `--project=${project}`,
    ...files,
  ])
  if (isLate) return lateRun(`${project} ${files.join(' ')}`)
  const { testResults, numTotalTests } = await readReport(report, output)
  if (code === 0 && numTotalTests > 0) return null
  for (const { assertionResults } of testResults)
    for (const { status, fullName } of assertionResults) if (status === 'failed') return fullName
  const broken = testResults.find(({ status }) => status === 'failed')
  if (broken) return `${broken.name.slice(folder.length + 1)}: ${firstLine(broken.message)}`
  throw new Error(`The run ended with ${code} and no failed test.\n${output}`)
}

async function playwright(
  folder: string,
  { journey, grep }: Extract<Check, { journey: string }>,
): Promise<string | null> {
  const report = join(folder, REPORT)
  await rm(report, { force: true })
  const { code, output, isLate } = await runHere(
    folder,
    [
      join(folder, 'node_modules/@playwright/test/cli.js'),
      'test',
      '--config=e2e/playwright.config.ts',
      '--reporter=json',
      '--workers=1',
      '--retries=0',
      '--max-failures=1',
      `--grep=${grep}`,
      journey,
    ],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
  if (isLate) return lateRun(`${journey} › ${grep}`)
  const { suites, stats } = await readReport(report, output)
  if (code === 0 && stats.expected > 0) return null
  const failed = failedTitle(suites)
  if (failed !== undefined) return failed
  throw new Error(`The run ended with ${code} and no failed test.\n${output}`)
}

interface Suite {
  title: string
  suites?: Suite[]
  specs: { title: string; ok: boolean }[]
}

function failedTitle(suites: readonly Suite[], path: readonly string[] = []): string | undefined {
  for (const { title, specs, suites: inner = [] } of suites) {
    const failed = specs.find(({ ok }) => !ok)
    if (failed) return [...path.slice(1), title, failed.title].join(' › ')
    const found = failedTitle(inner, [...path, title])
    if (found !== undefined) return found
  }
  return undefined
}

/** The JSON of vitest or of Playwright, as far as it is read here. */
interface Report {
  numTotalTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
  suites: Suite[]
  stats: { expected: number }
}

async function readReport(path: string, output: string): Promise<Report> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`The run wrote no report.\n${output}`)
  })
  return JSON.parse(text) as Report
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? ''
}

function lateRun(of: string): string {
  return `${of}: the run did not end in ${LIMIT_MINUTES} minutes`
}

function runHere(folder: string, words: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return run(folder, words, { env, limit: LIMIT_MINUTES * 60_000 })
}
