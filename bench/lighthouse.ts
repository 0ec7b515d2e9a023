// Runs Lighthouse as on a phone against a running server, and compares performance, accessibility and the
// script of each page with the project's targets.
// node scripts/run.mjs bench/lighthouse.ts [http://localhost:4000] [--runs 5]
import { parseArgs } from 'node:util'
import lighthouse from 'lighthouse'
import { type Browser, launch } from 'puppeteer-core'
import { percentile, printTable } from './measure.ts'

/** A page and its targets: scores out of 100, and compressed kilobytes of script. */
interface Target {
  path: string
  signedIn: boolean
  performance: number
  accessibility: number
  script: number
}

const TARGETS: Target[] = [
  { path: '/', signedIn: false, performance: 95, accessibility: 100, script: 85 },
  { path: '/booking-details', signedIn: true, performance: 95, accessibility: 100, script: 127 },
]

/** The result of one run of one page: scores out of 100, milliseconds, kilobytes. */
interface Run {
  performance: number
  accessibility: number
  firstPaint: number
  largestPaint: number
  blocked: number
  shift: number
  script: number
  /** Lighthouse's benchmark of this machine: 1500 or more on a good one. Lighthouse slows the page down 4 times. */
  machine: number
  /** The titles of the failed accessibility audits. */
  problems: string[]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' } },
})
const site = (positionals[0] ?? 'http://localhost:4000').replace(/\/$/, '')
const runs = Number(values.runs)

const browser = await launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
try {
  const tokens = await signIn(site)
  const rows: string[][] = []
  for (const target of TARGETS) {
    const found: Run[] = []
    for (let turn = 0; turn < runs; turn += 1) {
      found.push(await audit(browser, `${site}${target.path}`, target.signedIn ? tokens : null))
    }
    rows.push(rowOf(target, found))
    for (const problem of new Set(found.flatMap(({ problems }) => problems)))
      console.log(`${target.path}: ${problem}`)
  }
  printTable(
    [
      'page (target)',
      'performance',
      'accessibility',
      'first paint',
      'largest paint',
      'blocked',
      'shift',
      'script kB',
      'machine',
    ],
    rows,
  )
} finally {
  await browser.close()
}

type Tokens = Record<'idToken' | 'refreshToken', string>

/** Signs in at the URL that the console uses, by default as in a new demonstration. */
async function signIn(origin: string): Promise<Tokens> {
  const email = process.env['ADMIN_EMAIL'] ?? 'admin@mandap.example'
  const password = process.env['ADMIN_PASSWORD'] ?? 'namaste-mandap'
  const config = (await (await fetch(`${origin}/config.json`)).json()) as {
    identity: { signInUrl: string; key: string }
  }
  const { signInUrl, key } = config.identity
  const answer = await fetch(`${new URL(signInUrl, origin).href}?key=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  })
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Tokens
}

/** Audits a page in a separate browser context, with a session if `tokens` are given. */
async function audit(from: Browser, url: string, tokens: Tokens | null): Promise<Run> {
  const context = await from.createBrowserContext()
  const page = await context.newPage()
  if (tokens !== null) {
    await page.evaluateOnNewDocument(({ idToken, refreshToken }) => {
      localStorage.setItem('mandap.admin.token', idToken)
      localStorage.setItem('mandap.admin.refresh', refreshToken)
    }, tokens)
  }
  const result = await lighthouse(
    url,
    {
      onlyCategories: ['performance', 'accessibility'],
      disableStorageReset: true,
      logLevel: 'error',
    },
    undefined,
    page,
  )
  await context.close()
  if (!result) throw new Error(`Lighthouse found nothing at ${url}.`)
  const { audits, categories, environment, finalDisplayedUrl, runtimeError } = result.lhr
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  if (finalDisplayedUrl !== url) throw new Error(`${url} went on to ${finalDisplayedUrl}.`)
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    script: scriptBytes(audits['network-requests']?.details) / 1000,
    machine: environment.benchmarkIndex,
    problems: (categories['accessibility']?.auditRefs ?? [])
      .map(({ id }) => audits[id])
      .flatMap((each) => (each && each.score !== null && each.score < 1 ? [each.title] : [])),
  }
}

/** Returns the transferred bytes of script, from Lighthouse's list of requests. */
function scriptBytes(details: unknown): number {
  const { items } = details as { items: { resourceType?: string; transferSize?: number }[] }
  return items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
}

/** Returns the medians of a page's runs beside their targets. Marks a missed target and fails the command. */
function rowOf(target: Target, found: readonly Run[]): string[] {
  const median = (read: (run: Run) => number) => percentile(found.map(read), 50)
  const held = (text: string, reached: boolean) => {
    if (!reached) process.exitCode = 1
    return reached ? text : `${text} ✗`
  }
  const [performance, accessibility, script] = [
    median((run) => run.performance),
    median((run) => run.accessibility),
    median((run) => run.script),
  ]
  return [
    target.path,
    held(`${performance} (${target.performance})`, performance >= target.performance),
    held(`${accessibility} (${target.accessibility})`, accessibility >= target.accessibility),
    `${Math.round(median((run) => run.firstPaint))} ms`,
    `${Math.round(median((run) => run.largestPaint))} ms`,
    `${Math.round(median((run) => run.blocked))} ms`,
    median((run) => run.shift).toFixed(3),
    held(`${script.toFixed(1)} (${target.script})`, script <= target.script),
    String(Math.round(median((run) => run.machine))),
  ]
}
