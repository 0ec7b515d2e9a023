// Runs Lighthouse as on a phone against a running server, on every screen in both themes, and names what misses its
// target. node scripts/run.mjs bench/lighthouse.ts [http://localhost:4000] [--runs 5] [--routes PATTERN] [--theme dark]
// [--save FILE]
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { percentile, printTable } from './measure.ts'
import { importTool } from './tools.ts'

/** What is used of puppeteer-core. */
interface Browser {
  createBrowserContext(): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>
  close(): Promise<void>
}
interface Page {
  emulateMediaFeatures(features: { name: string; value: string }[]): Promise<void>
  evaluateOnNewDocument<T>(script: (given: T) => void, given: T): Promise<unknown>
}
type Launch = (options: { executablePath: string; args: string[] }) => Promise<Browser>

/** What is used of Lighthouse. */
type Lighthouse = (
  url: string,
  flags: { onlyCategories: string[]; disableStorageReset: boolean; logLevel: string },
  config: undefined,
  page: Page,
) => Promise<{ lhr: Found } | undefined>
interface Found {
  audits: Record<string, Audit>
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>
  environment: { benchmarkIndex: number }
  finalDisplayedUrl: string
  runtimeError?: { message: string }
}
interface Audit {
  title: string
  score: number | null
  numericValue?: number
  details?: unknown
}

/** Scores out of 100, milliseconds, a share of the screen, and kilobytes of compressed script until a screen is of use. */
const TARGETS = {
  performance: 98,
  accessibility: 100,
  largestPaint: 1800,
  blocked: 60,
  shift: 0,
  script: 110,
}
const SCRIPT_OF_SIGN_IN = 75

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** The routes of §2.1 and Activity. `:id` is that of the first partner of a list. */
const ROUTES: { path: string; of?: string }[] = [
  { path: '/' },
  { path: '/dashboard' },
  { path: '/booking-details' },
  { path: '/booking-details/card?id=:booking' },
  { path: '/approval-panel' },
  { path: '/approval-panel/kyc/:id', of: 'list=approval&status=pending' },
  { path: '/approval-panel/kyc/online-kyc/:id', of: 'list=approval&status=pending' },
  { path: '/approval-panel/kyc/company-kyc/:id', of: 'list=approval&status=pending' },
  { path: '/approval-panel/kyc/in-person/:id', of: 'list=approval&status=pending' },
  { path: '/partner-details' },
  { path: '/partner-details/:id', of: 'list=approved' },
  { path: '/partner/order' },
  { path: '/user-count' },
  { path: '/gst-requests' },
  { path: '/gst-requests/:id', of: 'list=gst' },
  { path: '/inprogress-partners' },
  { path: '/inprogress-partners/:id', of: 'list=inProgress' },
  { path: '/guest-partners' },
  { path: '/guest-partners/:id', of: 'list=guest' },
  { path: '/expired-bookings' },
  { path: '/activity' },
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
  options: {
    runs: { type: 'string', default: '5' },
    routes: { type: 'string', default: '' },
    theme: { type: 'string' },
    save: { type: 'string' },
  },
})
const site = (positionals[0] ?? 'http://localhost:4000').replace(/\/$/, '')
const runs = Number(values.runs)

/** The medians of a screen in a theme, and the lowest performance of a single run. */
type Result = Omit<Run, 'problems'> & { path: string; theme: Theme; lowest: number }

const { default: lighthouse } = await importTool<{ default: Lighthouse }>('lighthouse')
const { launch } = await importTool<{ launch: Launch }>('puppeteer-core')
const browser = await launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
const results: Result[] = []
try {
  const tokens = await signIn(site)
  const routes = ROUTES.filter(({ path }) => new RegExp(values.routes).test(path))
  for (const { path, of } of routes) {
    const url = site + (await withIds(path, of, tokens))
    for (const theme of THEMES.filter((one) => one === (values.theme ?? one))) {
      const found: Run[] = []
      for (let turn = 0; turn < runs; turn += 1)
        found.push(await audit(browser, url, theme, path === '/' ? null : tokens))
      for (const problem of new Set(found.flatMap(({ problems }) => problems)))
        console.log(`${path}: ${problem}`)
      results.push({ path, theme, ...medians(found), lowest: lowestOf(found) })
    }
  }
} finally {
  await browser.close()
}
printTable(
  [
    'screen (target)',
    'theme',
    `performance (${TARGETS.performance})`,
    'lowest run',
    `accessibility (${TARGETS.accessibility})`,
    'first paint ms',
    `largest paint (${TARGETS.largestPaint})`,
    `blocked (${TARGETS.blocked})`,
    `shift (${TARGETS.shift})`,
    `script kB (${TARGETS.script})`,
    'machine',
  ],
  results.map(rowOf),
)
if (values.save) await writeFile(values.save, `${JSON.stringify(results, null, 2)}\n`)

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

/** Returns a path with the ids of the first booking and of the first partner of a list. */
async function withIds(path: string, of: string | undefined, { idToken }: Tokens): Promise<string> {
  async function firstId(call: string): Promise<string> {
    const answer = await fetch(site + call, { headers: { authorization: `Bearer ${idToken}` } })
    const { data } = (await answer.json()) as { data: { _id: string }[] }
    if (!data[0]) throw new Error(`${call} has no record.`)
    return data[0]._id
  }
  if (path.includes(':booking')) return path.replace(':booking', await firstId('/bookings?limit=1'))
  return of ? path.replace(':id', await firstId(`/partners?${of}&limit=1`)) : path
}

/** Audits a page in a separate browser context, with a session if `tokens` are given. */
async function audit(
  from: Browser,
  url: string,
  theme: Theme,
  tokens: Tokens | null,
): Promise<Run> {
  const context = await from.createBrowserContext()
  const page = await context.newPage()
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }])
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

/** Returns the median of each number of the runs. */
function medians(found: readonly Run[]): Omit<Run, 'problems'> {
  const median = (read: (run: Run) => number) => percentile(found.map(read), 50)
  return {
    performance: median((run) => run.performance),
    accessibility: median((run) => run.accessibility),
    firstPaint: median((run) => run.firstPaint),
    largestPaint: median((run) => run.largestPaint),
    blocked: median((run) => run.blocked),
    shift: median((run) => run.shift),
    script: median((run) => run.script),
    machine: median((run) => run.machine),
  }
}

function lowestOf(found: readonly Run[]): number {
  return Math.min(...found.map(({ performance }) => performance))
}

/** Returns the row of a result. Marks a missed target, and fails the command. */
function rowOf(result: Result): string[] {
  const marked = (text: string, reached: boolean) => {
    if (!reached) process.exitCode = 1
    return reached ? text : `${text} ✗`
  }
  const atLeast = (name: 'performance' | 'accessibility') =>
    marked(String(result[name]), result[name] >= TARGETS[name])
  const atMost = (name: 'largestPaint' | 'blocked' | 'shift' | 'script', digits: number) => {
    const most = name === 'script' && result.path === '/' ? SCRIPT_OF_SIGN_IN : TARGETS[name]
    const rounded = result[name].toFixed(digits)
    return marked(rounded, Number(rounded) <= most)
  }
  return [
    result.path,
    result.theme,
    atLeast('performance'),
    String(result.lowest),
    atLeast('accessibility'),
    result.firstPaint.toFixed(0),
    atMost('largestPaint', 0),
    atMost('blocked', 0),
    atMost('shift', 3),
    atMost('script', 1),
    result.machine.toFixed(0),
  ]
}
