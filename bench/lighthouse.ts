// Runs Lighthouse as on a phone against a running server, on every screen in both themes, and names what misses its
// target. node scripts/run.mjs bench/lighthouse.ts [http://localhost:4000] [--runs 5] [--routes PATTERN] [--theme dark]
// [--save FILE]
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { audit, launchChromium } from './lighthouse/audit.ts'
import { serveEmptyPage } from './lighthouse/empty-page.ts'
import { SCREEN_HEADINGS, type Screen, screenCells, screenMisses } from './lighthouse/figures.ts'
import { printTable } from './measuring/measure.ts'
import { signIn, type Tokens } from './measuring/session.ts'

const THEMES = ['light', 'dark'] as const

/**
 * The routes of §2.1, Activity, the account and the administrators, without a new password, which needs the code of a mail,
 * and the lists that only counts and searches lead to. `:id` is that of the first partner of a list.
 */
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
  { path: '/account' },
  { path: '/administrators' },
]

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

const browser = await launchChromium()
const screens: Screen[] = []
let emptyPage: Screen
const empty = await serveEmptyPage()
try {
  emptyPage = await load('an empty page', empty.url, 'light', null)
  const routes = ROUTES.filter(({ path }) => new RegExp(values.routes).test(path))
  for (const { path, of } of routes) {
    // each load begins with these tokens, and an ID token lasts 15 minutes
    const tokens = await signIn(site)
    const url = site + (await withIds(path, of, tokens))
    for (const theme of THEMES.filter((one) => one === (values.theme ?? one)))
      screens.push(await load(path, url, theme, path === '/' ? null : tokens))
  }
} finally {
  empty.close()
  await browser.close()
}
printTable(SCREEN_HEADINGS, [emptyPage, ...screens].map(screenCells))
if (screens.some((screen) => screenMisses(screen).length > 0)) process.exitCode = 1
if (values.save)
  await writeFile(values.save, `${JSON.stringify({ emptyPage, screens }, null, 2)}\n`)

async function load(
  path: string,
  url: string,
  theme: Screen['theme'],
  tokens: Tokens | null,
): Promise<Screen> {
  const screen: Screen = { path, theme, runs: [] }
  const found = new Set<string>()
  for (let turn = 0; turn < Number(values.runs); turn += 1) {
    const { problems, ...figures } = await audit(browser, url, theme, tokens)
    screen.runs.push(figures)
    for (const problem of problems) found.add(problem)
  }
  for (const problem of found) console.log(`${path}: ${problem}`)
  return screen
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
