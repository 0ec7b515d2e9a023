import { LOADER } from '@mandap/console/testing/loaders.ts'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { type App, test } from './testing/app.ts'
import {
  HTTP_FAILURES,
  type HttpFailure,
  type FailingProxy,
  failingProxy,
} from './testing/failing-proxy.ts'
import { withoutEvents } from './testing/network.ts'
import { aStoredPartner } from './testing/records.ts'
import { seenAfter } from './testing/review.ts'

// console/failures makes every call of every screen fail. These journeys use failures of real HTTP.

const SENTENCES: Record<HttpFailure, string> = {
  401: 'Your session has ended.',
  403: 'Your account is not allowed to see this.',
  404: 'The server does not support this.',
  409: 'Someone else was changing this.',
  429: 'Too many requests.',
  500: 'The server had a problem.',
  dropped: "Can't reach the server.",
  stalled: 'The server took too long to answer.',
  html: 'The server sent an unexpected answer.',
  shape: 'The server sent an unexpected answer.',
  empty: 'The server sent an unexpected answer.',
}

/** A 401 ends the session, so it comes last. */
const LAST_401 = [...HTTP_FAILURES.filter((mode) => mode !== 401), 401] as const

interface Scenario {
  page: Page
  proxy: FailingProxy
  open: (path: string) => Promise<void>
  /** Starts a session as another tab does. */
  signIn: () => Promise<void>
}

/** Opens the console on the real server, behind a proxy, in a browser context with a clock of its own. */
async function behindProxy(browser: Browser, app: App, run: (scenario: Scenario) => Promise<void>) {
  const proxy = await failingProxy(app.url)
  const page = await browser.newPage()
  try {
    await page.clock.install()
    // the clock of a page does not reach its worker; without a worker the same code runs in the page
    await page.route(/\/worker-(?!transport)[\w-]+\.js$/, (route) => route.abort())
    await page.goto(`${proxy.url}/favicon.svg`)
    await run({
      page,
      proxy,
      open: async (path) => void (await page.goto(proxy.url + path)),
      async signIn() {
        const { idToken, refreshToken } = await app.startSession()
        await page.evaluate(
          ([token, refresh]) => {
            localStorage.clear()
            localStorage.setItem('mandap.admin.token', token)
            localStorage.setItem('mandap.admin.refresh', refresh)
          },
          [idToken, refreshToken] as const,
        )
      },
    })
  } finally {
    await page.close()
    await proxy.close()
  }
}

/** Lets the page's time pass until a part of it shows a text and loads no more. */
async function untilShown(
  { page, proxy }: Scenario,
  part: Locator,
  text: string,
  mode: HttpFailure,
  isRepeated = [500, 'dropped', 'stalled'].includes(mode),
): Promise<void> {
  await expect.poll(proxy.failed, { intervals: [10] }).toBeGreaterThan(0)
  const loading = part.locator(LOADER)
  let seen = 0
  await expect(async () => {
    if (isRepeated) {
      // the time limit of each attempt, and the pauses before the next one: shorter than a message is shown
      const isStalled = mode === 'stalled' && proxy.failed() > seen
      seen = proxy.failed()
      await page.clock.fastForward(isStalled ? 31_000 : 1100)
    }
    await expect(part.getByText(text).first()).toBeVisible({ timeout: 100 })
    await expect(loading).toHaveCount(0, { timeout: 100 })
  }).toPass({ intervals: [20], timeout: 20_000 })
}

const SESSION_ENDED = 'Your session has ended.'

/** The answers by which the identity service refuses a refresh token. */
const REFUSALS: readonly HttpFailure[] = [401, 403, 404, 409]

test('a list says what failed, for every failure of HTTP, and signing in after the 401 leads back to it', ({
  browser,
  app,
}) =>
  behindProxy(browser, app, async (scenario) => {
    const { page, proxy, open, signIn } = scenario
    const list = page.getByRole('tabpanel')
    await signIn()
    for (const mode of LAST_401)
      await test.step(String(mode), async () => {
        proxy.fail('GET /bookings', mode)
        if (mode === LAST_401[0]) await open('/booking-details')
        else await list.getByRole('button', { name: 'Try again' }).click()
        if (mode === 401) return
        await untilShown(scenario, list, SENTENCES[mode], mode)
        await expect(list).toContainText('No bookings match the selected filters.')
        await expect(page.getByRole('banner')).toBeVisible()
      })
    await expect(page.getByText(SESSION_ENDED, { exact: true })).toBeVisible()
    proxy.heal()
    await signIn()
    await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: null })))
    await expect(page).toHaveURL(/\/booking-details$/)
    await expect(page.getByRole('article').first()).toBeVisible()
  }))

test('while the server waits for its database, a list and a decision wait and then go on by themselves', async ({
  browser,
  app,
}) => {
  const { id } = await aStoredPartner(app, { status: 'pending' })
  await behindProxy(browser, app, async ({ page, open, signIn }) => {
    const notice = 'The server is waiting for its database.'
    const waiting = page.getByText(notice).last()
    let isLost = true
    let lost = 0
    await page.route(/\/(?:bookings|partners)\b/, async (route) => {
      const isCall = route.request().resourceType() === 'fetch'
      if (!isLost || !isCall) return route.fallback()
      lost += 1
      const error = { code: 'DATABASE_UNAVAILABLE', message: 'The database does not answer.' }
      return route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json: { error } })
    })
    /** Lets a minute pass, in which every call is repeated again and again. */
    const aMinute = async () => {
      const before = lost
      await expect(async () => {
        await page.clock.fastForward(5000)
        await expect(waiting).toBeVisible()
        expect(lost).toBeGreaterThan(before + 8)
      }).toPass({ intervals: [20] })
    }
    await signIn()
    await test.step('a list', async () => {
      await open('/booking-details')
      await aMinute()
      await expectAccessible(page)
      isLost = false
      await page.clock.fastForward(5000)
      await expect(page.getByRole('article').first()).toBeVisible()
      await expect(page.getByText(notice)).toHaveCount(0)
    })
    await test.step('a decision', async () => {
      const dialog = page.getByRole('dialog')
      await open(`/approval-panel/kyc/online-kyc/${id}`)
      await page.getByRole('button', { name: 'Decline', exact: true }).click()
      await dialog.getByRole('checkbox', { name: 'Video' }).check()
      await dialog.getByLabel('Reason').fill('Too dark')
      isLost = true
      await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
      await aMinute()
      await expect(dialog.getByText(notice)).toBeVisible()
      await expect(dialog.getByLabel('Reason')).toHaveValue('Too dark')
      isLost = false
      await seenAfter(page, 'Partner Updated Successfully!', () => page.clock.fastForward(5000))
      await expect(page.getByText(notice)).toHaveCount(0)
    })
  })
})

test('a token that the server rejects is renewed, and a renewal can fail in every way', ({
  browser,
  app,
}) =>
  behindProxy(browser, app, async (scenario) => {
    const { page, proxy, open, signIn } = scenario
    const renewal = 'POST /securetoken.googleapis.com/v1/token'
    const summary = page.getByRole('region', { name: 'Summary' })
    const tryAgain = summary.getByRole('button', { name: 'Try again' })
    const signInWithRejectedToken = async () => {
      await signIn()
      await page.evaluate(() => localStorage.setItem('mandap.admin.token', 'a rejected token'))
    }
    // the stream would renew the token too, and 'Try again' would wait for its renewal
    await withoutEvents(page)
    await signInWithRejectedToken()
    const passing = HTTP_FAILURES.filter((mode) => !REFUSALS.includes(mode))
    for (const mode of passing)
      await test.step(String(mode), async () => {
        proxy.fail(renewal, mode)
        if (mode === passing[0]) await open('/dashboard')
        else await tryAgain.click()
        await untilShown(scenario, summary, 'The counts could not be loaded.', mode, true)
      })
    proxy.heal()
    await tryAgain.click()
    await expect(summary.getByText(/^[\d,]+ bookings$/)).toBeVisible()
    // those with other codes: console/src/features/session/session.test.ts
    for (const mode of [401, 409] as const)
      await test.step(String(mode), async () => {
        await signInWithRejectedToken()
        proxy.fail(renewal, mode)
        await open('/dashboard')
        await expect(page.getByText(SESSION_ENDED, { exact: true })).toBeVisible()
      })
  }))
