import { findChromium } from '../../scripts/chromium.ts'
import { storeSession, type Tokens } from '../measuring/session.ts'
import { importTool } from '../measuring/tools.ts'
import type { Figures, Screen } from './figures.ts'

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
  runtimeError?: { code: string; message: string }
}
interface Audit {
  title: string
  score: number | null
  numericValue?: number
  details?: unknown
}

/** The result of one load. */
interface Load extends Figures {
  /** The titles of the failed accessibility audits. */
  problems: string[]
}

const { default: lighthouse } = await importTool<{ default: Lighthouse }>('lighthouse')
const { launch } = await importTool<{ launch: Launch }>('puppeteer-core')

export async function launchChromium(): Promise<Browser> {
  return launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
}

/** Loads that are repeated because Lighthouse did not record them. */
const MAX_LOST = 3

/** Audits a page in a separate browser context, with a session if `tokens` are given. */
export async function audit(
  from: Browser,
  url: string,
  theme: Screen['theme'],
  tokens: Tokens | null,
  lost = 0,
): Promise<Load> {
  const context = await from.createBrowserContext()
  const page = await context.newPage()
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }])
  if (tokens !== null) await page.evaluateOnNewDocument(storeSession, tokens)
  await page.evaluateOnNewDocument(withoutEvents, undefined)
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
  // a browser under load may drop the part of its trace in which the page begins to load
  if (runtimeError?.code === 'NO_NAVSTART' && lost < MAX_LOST)
    return audit(from, url, theme, tokens, lost + 1)
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

/**
 * Leaves the stream of changes unopened, because Lighthouse waits until no request is open. Runs in the page, which opens
 * the stream when it is idle.
 */
function withoutEvents(): void {
  const send = window.fetch
  window.fetch = (input, init) =>
    typeof input === 'string' && input.includes('/events')
      ? new Promise(() => {})
      : send(input, init)
}

/** Returns the transferred bytes of script, from Lighthouse's list of requests. */
function scriptBytes(details: unknown): number {
  const { items } = details as { items: { resourceType?: string; transferSize?: number }[] }
  return items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
}
