import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { demoCounts } from '@mandap/demo/generate.ts'
import { plainHost } from '@mandap/server/testing/plain-host.ts'
import { upsertAll, type Records } from '@mandap/server/testing/records.ts'
import { createFilled, createScratch } from '@mandap/server/testing/scratch.ts'
import { startServer } from '@mandap/server/testing/server.ts'
import { serveConsole } from '@mandap/server/testing/static-site.ts'
import { type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import { COLOUR_RULES, settled, violations } from './testing/accessibility.ts'
import { expect, given, keepSession, test as base } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { loading, watchNetwork } from './testing/network.ts'
import { problemsOf } from './testing/problems.ts'
import { demonstrationIds, demonstrationRecords, type Ids, ROUTES } from './testing/routes.ts'
import {
  HOSTILE_BOOKING,
  HOSTILE_GUEST,
  HOSTILE_PARTNER,
  hostileRecords,
  UNBROKEN_BOOKING,
} from './testing/hostile.ts'
import type { Page } from '@playwright/test'

/**
 * Opens every route of §2.1 on both hosts, with demonstration data, without data, and with hostile data.
 * `PICTURES=folder` saves a picture of each at every width and in both themes.
 */
const WIDTHS = [1440, 820, 390] as const
const THEMES = ['light', 'dark'] as const
const HOSTS = ['mandap', 'plain'] as const
const DATA = ['demonstration', 'none', 'hostile'] as const

const PICTURES = process.env['PICTURES']

type Data = (typeof DATA)[number]
type Setting = `${(typeof WIDTHS)[number]} ${(typeof THEMES)[number]}`

interface Checks {
  /** The widths at which a screen must not be too wide. */
  layout: readonly Setting[]
  /** Whether it must not be too wide with text of twice the size either. */
  largeText: boolean
  /**
   * The states in which axe checks a screen: all rules in the light theme, and the colour rules in the dark theme, in
   * which the other rules have the same result.
   */
  axe: readonly Setting[]
}

const ALL_WIDTHS = ['1440 light', '820 light', '390 light'] as const
const NO_LAYOUT: Checks = { layout: [], largeText: false, axe: [] }

/** What is checked of each screen. Both hosts have the same screens, so few checks are enough on a plain host. */
const CHECKS: Record<(typeof HOSTS)[number], Record<Data, Checks>> = {
  mandap: {
    demonstration: { layout: ALL_WIDTHS, largeText: true, axe: ['1440 light', '390 dark'] },
    none: { layout: ['390 light'], largeText: false, axe: ['1440 light'] },
    hostile: { layout: ALL_WIDTHS, largeText: true, axe: ['390 light'] },
  },
  plain: {
    demonstration: { layout: ['390 light'], largeText: false, axe: [] },
    none: NO_LAYOUT,
    hostile: NO_LAYOUT,
  },
}

const AXE_RULES = { light: {}, dark: COLOUR_RULES }

interface App {
  ids: Ids
  url: string
  begin: (page: Page) => Promise<void>
  close: () => Promise<void>
}

const test = base.extend<object, { apps: (host: string, data: Data) => Promise<App> }>({
  apps: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the first parameter's pattern
    async ({}, provide) => {
      const started = new Map<string, Promise<App>>()
      await provide((host, data) => {
        const key = `${host} ${data}`
        const app = started.get(key) ?? (host === 'plain' ? plain(data) : mandap(data))
        started.set(key, app)
        return app
      })
      for (const app of started.values()) await (await app).close()
    },
    { scope: 'worker' },
  ],
})

for (const host of HOSTS)
  for (const data of DATA)
    test(`every route works on a ${host} host with ${data} data`, async ({ page, apps }) => {
      test.setTimeout(600_000)
      const app = await apps(host, data)
      const checks = CHECKS[host][data]
      const problems = problemsOf(page)
      const network = watchNetwork(page)
      await page.goto(`${app.url}/login`)
      for (const [name, pathOf] of Object.entries(ROUTES))
        await test.step(name, async () => {
          if (name !== 'login') await open(page, app, pathOf(app.ids))
          if (name === 'booking-details-card' && app.ids.booking) await pass(page, app.ids.booking)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await network.idle()
          await checkScreen(page, `${host}-${data}-${name}`, checks)
          expect(problems.splice(0), `errors in the browser, ${name}`).toEqual([])
          if (name === 'login') await app.begin(page)
        })
      if (data === 'hostile')
        await test.step('a booking with a long word for its number', async () => {
          await open(page, app, `/booking-details/card?id=${UNBROKEN_BOOKING}`)
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Llanfair/)
          await checkScreen(page, `${host}-${data}-booking-unbroken`, { ...checks, axe: [] })
        })
    })

/** Checks a screen, at the given widths and themes; with `PICTURES`, at all of them. */
async function checkScreen(page: Page, name: string, { layout, largeText, axe }: Checks) {
  for (const colorScheme of THEMES)
    for (const width of WIDTHS) {
      const setting = `${width} ${colorScheme}` as const
      if (![...layout, ...axe].includes(setting) && !PICTURES) continue
      const at = `${name}, ${colorScheme} at ${width}`
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(settled, colorScheme)
      await expect(loading(page)).toHaveCount(0)
      expect.soft(await page.evaluate(tooWide), `too wide, ${at}`).toEqual([])
      if (axe.includes(setting))
        expect.soft(await violations(page, AXE_RULES[colorScheme]), `axe, ${at}`).toEqual([])
      await savePicture(page, `${name}-${width}-${colorScheme}`)
    }
  if (largeText) await expectRoomForLargeText(page, name)
  const text = await page.locator('body').innerText()
  expect.soft(text, name).not.toMatch(/\bundefined\b|\bNaN\b|\[object |Invalid Date|not built yet/)
  expect
    .soft(text, `invisible characters of a record, ${name}`)
    .not.toMatch(/[\u200B\u200E\u200F\u202A-\u202E\u2066\u2067\u3164]/)
  expect
    .soft(await page.evaluate(() => 'hostile' in window), `HTML of a record ran, ${name}`)
    .toBe(false)
}

/** Expects a screen to scroll in one direction only where the browser's text is twice as large. */
async function expectRoomForLargeText(page: Page, name: string) {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const width of [820, 390]) {
    await page.setViewportSize({ width, height: 844 })
    // a list measures its cards again in the next frame
    await expect
      .poll(() => page.evaluate(tooWide), `too wide, ${name}, with large text at ${width}`)
      .toEqual([])
    await savePicture(page, `${name}-${width}-large`)
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
}

async function savePicture(page: Page, name: string) {
  if (!PICTURES) return
  await mkdir(PICTURES, { recursive: true })
  await page.screenshot({ path: join(PICTURES, `${name}.png`) })
}

/** Returns the elements that make the page scroll sideways, or that are wider than the card that clips them. */
function tooWide(): string[] {
  const page = document.documentElement
  return [page, ...document.querySelectorAll('article')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .flatMap((box) => {
      const end = box.getBoundingClientRect().left + box.clientWidth + 1
      return [...box.querySelectorAll('*')].filter(
        (element) => element.getBoundingClientRect().right > end,
      )
    })
    .map((element) => element.outerHTML.slice(0, 120))
}

/** Goes to a path within the application, which is loaded once. */
async function open(page: Page, { url }: App, path: string) {
  const isLoaded = page.url().startsWith(url) && !page.url().endsWith('/login')
  if (!isLoaded) return void (await page.goto(url + path))
  await navigate(page, path)
}

/** Opens the booking screen with a booking in its navigation state, as a list does. */
async function pass(page: Page, booking: JsonObject) {
  await page.evaluate((passed) => {
    history.replaceState({ usr: { booking: passed, from: null }, key: 'walk' }, '')
  }, booking)
  await page.reload()
}

async function mandap(data: Data): Promise<App> {
  const records = recordsOf(data)
  const postgres = given('E2E_POSTGRES')
  const scratch =
    data === 'demonstration'
      ? await createScratch(postgres, given('E2E_DEMONSTRATION'))
      : await createFilled(postgres, ({ db }) => upsertAll(db, records))
  const server = await startServer(scratch.url)
  return {
    ids: idsOf(data, records),
    url: server.url,
    begin: async (page) => keepSession(page, await server.startSession()),
    async close() {
      await server.close()
      await scratch.drop()
    },
  }
}

async function plain(data: Data): Promise<App> {
  const records = recordsOf(data)
  const token = 'a-token-of-the-plain-host'
  const host = await plainHost({ ...records, token })
  const site = await serveConsole({ host: host.url, kind: 'plain' })
  return {
    ids: idsOf(data, records),
    url: site.url,
    begin: (page) => keepSession(page, { idToken: token, refreshToken: '' }),
    async close() {
      await site.close()
      await host.close()
    },
  }
}

/** Returns the records of a set of data. The demonstration data differs from day to day in its dates only. */
function recordsOf(data: Data): Records {
  if (data === 'hostile') return hostileRecords()
  return demonstrationRecords(data === 'none' ? NONE : demoCounts())
}

const NONE = { bookings: 0, partners: 0, users: 0, tempPartners: 0 }

function idsOf(data: Data, records: Records): Ids {
  if (data !== 'hostile') return demonstrationIds(records)
  const { bookings } = records
  return {
    partner: HOSTILE_PARTNER,
    guest: HOSTILE_GUEST,
    gst: HOSTILE_PARTNER,
    booking: bookings.find((booking) => readId(booking['_id']) === HOSTILE_BOOKING) ?? null,
  }
}
