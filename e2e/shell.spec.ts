import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { listen } from '@mandap/server/testing/listen.ts'
import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { stored } from './testing/activity.ts'
import { expect, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { signIn } from './testing/sign-in.ts'
import { forgetAttempts, turnOnSuperAdmin } from './testing/super-admin.ts'
import { watchNetwork, withoutEvents } from './testing/network.ts'

const PAGES = [
  ['Booking Details', '/booking-details'],
  ['Approval Panel', '/approval-panel'],
  ['Partners Details', '/partner-details'],
  ['In Progress Partners', '/inprogress-partners'],
  ['Guest Partners', '/guest-partners'],
  ['User Count', '/user-count'],
  ['GST Requests', '/gst-requests'],
  ['Expired Bookings', '/expired-bookings'],
  ['Activity', '/activity'],
] as const

/** The navigation cards of the dashboard (§2.4). */
const CARDS = [
  [
    'User and Booking Management',
    [
      ['User Count', '/user-count'],
      ['Booking Details', '/booking-details'],
      ['Expired Bookings', '/expired-bookings'],
    ],
  ],
  [
    'Partner Management',
    [
      ['Partner To Approve', '/approval-panel'],
      ['Request for GST', '/gst-requests'],
      ['Inprogress Partners', '/inprogress-partners'],
    ],
  ],
  [
    'Partner Status',
    [
      ['Guest Partners', '/guest-partners'],
      ['Verified Partners', '/partner-details'],
    ],
  ],
] as const

test('§2.2, §2.4, §2.16 the top bar and the dashboard lead to the pages', async ({
  signedIn: page,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const menu = page.getByRole('navigation', { name: 'Pages' })
  const links = menu.getByRole('link')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await test.step('a link skips to the content, and a new screen receives the focus', async () => {
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.getByRole('link', { name: 'User Count' }).click()
    await expect(page).toHaveTitle('User Count · Mandap')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('the logo with the text Admin leads to /dashboard', async () => {
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('the dashboard shows the tiles with their counts, and cards in three sections', async () => {
    const tiles = page.getByRole('region', { name: 'Summary' })
    await expect(tiles.getByRole('term')).toHaveText([
      'Total Users',
      'Confirmed Bookings',
      'Confirmed Events',
      'Completed Events',
      'Cancelled Events',
    ])
    for (const count of await tiles.getByRole('definition').all())
      await expect(count).toHaveText(/^\d[\d,]*$/)
    for (const [section, cards] of CARDS) {
      const cardLinks = page.getByRole('region', { name: section }).getByRole('link')
      await expect(cardLinks).toHaveText(cards.map(([label]) => label))
      for (const [label, path] of cards)
        await expect(cardLinks.filter({ hasText: label })).toHaveAttribute('href', path)
    }
  })

  await test.step('the menu lists the pages, and shows the label of the current one', async () => {
    await page.getByRole('button', { name: 'Pages' }).click()
    await expect(links).toHaveText(PAGES.map(([label]) => label))
    for (const [label, path] of PAGES)
      await expect(links.filter({ hasText: label })).toHaveAttribute('href', path)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await menu.getByRole('button').click()
    await links.filter({ hasText: 'Guest Partners' }).click()
    await expect(page).toHaveURL('/guest-partners')
    await expect(menu.getByRole('button')).toHaveText('Guest Partners')
  })

  await test.step('Account says who is signed in, and leads to the dashboard', async () => {
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByRole('banner').getByText('Signed in as')).toBeVisible()
    await expect(page.getByRole('banner').getByText(ADMINISTRATOR.email)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('Order details leads back to /requests', async () => {
    await navigate(page, '/partner/order')
    await expect(page.getByText('This feature is coming soon.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to requests' })).toHaveAttribute(
      'href',
      '/requests',
    )
  })

  await test.step('the menu of a phone lists the same pages and Super Admin', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(links).toHaveText(PAGES.map(([label]) => label))
    await menu.getByRole('button', { name: 'Super Admin' }).click()
    await expect(page.getByRole('dialog', { name: 'Super Admin' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the console obeys its own Content-Security-Policy', () =>
    expect(complaints).toEqual([]))
})

test('§2.2 the top bar shows a badge while elevated; Disable removes it, and Logout ends the session in all tabs', async ({
  signedIn: page,
  context,
  app,
  baseURL,
}) => {
  await forgetAttempts(app)
  await page.goto('/user-count')
  await turnOnSuperAdmin(page)
  const banner = page.getByRole('banner')

  await test.step('the badge, the minutes left and Disable replace the button, as one group', async () => {
    const mode = banner.getByRole('group', { name: 'Super Admin mode' })
    await expect(mode).toContainText(/^Super Admin1[45] min left/)
    await expect(mode.getByRole('button')).toHaveText('Disable')
    await expect(banner.getByRole('button', { name: 'Super Admin' })).toHaveCount(0)
    await expect(banner.getByText('Super Admin', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })
  await test.step('Disable removes the badge', async () => {
    await banner.getByRole('button', { name: 'Disable' }).click()
    await expect(banner.getByRole('button', { name: 'Super Admin' })).toBeVisible()
    expect(await stored(page, 'superAdmin')).toBe('false')
  })
  await test.step('Logout ends Super Admin and the session in all tabs, and goes to /', async () => {
    await turnOnSuperAdmin(page)
    const other = await context.newPage()
    await other.goto('/guest-partners')
    await expect(other.getByRole('heading', { name: 'Guest Partners' })).toBeVisible()
    const token = await stored(page, 'token')
    expect(await stored(page, 'superAdmin')).toBe('true')
    // a background tab renders slowly
    await page.bringToFront()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(other).toHaveURL('/')
    await expect(other.getByText('You signed out in another tab.')).toBeVisible()
    expect(await stored(page, 'token')).toBeNull()
    expect(await stored(page, 'superAdmin')).toBe('false')
    expect(await page.evaluate(() => sessionStorage.getItem('mandap.admin.elevation'))).toBeNull()
    const authorization = `Bearer ${token}`
    await expect
      .poll(async () => (await fetch(`${baseURL}/bookings`, { headers: { authorization } })).status)
      .toBe(401)
  })
  await test.step('a guarded path then leads to /login, and signing in leads back to it', async () => {
    await navigate(page, '/guest-partners')
    await expect(page).toHaveURL('/login')
    await signIn(page)
    await expect(page).toHaveURL('/guest-partners')
  })
  await test.step('a guarded path that the browser loads leads to /login too', async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/user-count')
    await expect(page).toHaveURL('/login')
  })
})

test('§2.4 the dashboard says when its counts cannot be loaded, and when there is nothing to count', async ({
  signedIn: page,
}) => {
  await page.route('**/summary', (route) => route.fulfill({ status: 403, json: {} }))
  await page.goto('/dashboard')
  await test.step('says that the counts cannot be loaded, and tries again', async () => {
    await expect(page.getByText('The counts could not be loaded.')).toBeVisible()
    await page.unroute('**/summary')
    await page.route('**/summary', (route) =>
      route.fulfill({ json: { users: 0, bookings: 0, partners: 0, bookingsByStatus: {} } }),
    )
    const summary = page.getByRole('region', { name: 'Summary' })
    await summary.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The counts could not be loaded.')).toBeHidden()
    for (const list of ['users', 'bookings', 'partners'])
      await expect(page.getByText(`No ${list} fetched.`)).toBeVisible()
    await expectAccessible(page)
  })
})

test('keeps a chosen theme, and applies it before the first paint', async ({ signedIn: page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByText('Dark', { exact: true }).click()
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(await scheme()).toBe('dark')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  expect(await scheme()).toBe('dark')
})

const styleOf = (target: Locator, property: string) =>
  target.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

test('draws darker edges and texts with more contrast, and shows what is chosen and where controls end in forced colours', async ({
  signedIn: page,
}) => {
  await page.emulateMedia({ contrast: 'more', colorScheme: 'light' })
  await page.goto('/dashboard')
  const tiles = page.getByRole('region', { name: 'Summary' }).locator('dl')
  const edge = await styleOf(tiles, 'border-top-color')
  const text = await styleOf(tiles.locator('dt').first(), 'color')
  await page.emulateMedia({ contrast: 'no-preference' })
  expect(await styleOf(tiles, 'border-top-color')).not.toBe(edge)
  expect(await styleOf(tiles.locator('dt').first(), 'color')).not.toBe(text)

  await page.emulateMedia({ forcedColors: 'active' })
  expect(await styleOf(tiles.locator('> div').first(), 'outline-style')).toBe('solid')
  await navigate(page, '/booking-details')
  const background = (target: Locator) => styleOf(target, 'background-color')
  const tabs = page.getByRole('tab')
  await tabs.first().waitFor()
  const chosen = await background(tabs.and(page.locator('[aria-selected=true]')))
  expect(chosen).not.toBe(await background(tabs.and(page.locator('[aria-selected=false]')).first()))
  await page.getByRole('button', { name: 'Account' }).click()
  const themes = page.getByRole('group', { name: 'Theme' }).locator('label')
  expect(await background(themes.nth(0))).not.toBe(await background(themes.nth(1)))
  const menu = page.locator('[popover]:popover-open')
  expect(await styleOf(menu, 'border-top-width')).toBe('1px')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or go to' })
  expect(await styleOf(palette, 'border-top-width')).toBe('1px')
  const options = palette.getByRole('option')
  expect(await background(options.nth(0))).not.toBe(await background(options.nth(1)))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Super Admin' }).click()
  const send = page.getByRole('dialog').getByRole('button', { name: 'Send OTP' })
  expect(await styleOf(send, 'border-top-width')).toBe('1px')
})

test('paints the login screen before its scripts load', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByText('Login', { exact: true })).toBeVisible()
  await expect(page.getByText('Admin', { exact: true })).toBeHidden()
})

test('says without JavaScript, at the edge of the window, that it is needed', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${app.url}/login`)
  await expect(page.locator('noscript')).toBeInViewport({ ratio: 1 })
  await context.close()
})

/** Paths, with the heading that their screen has until its data has loaded. */
const HEADINGS = [
  ['/dashboard', 'Dashboard'],
  [
    '/guest-partners',
    'Guest Partners',
    'Partners with Guest status who are approved',
    'Search by name, mobile, email, company, or location...',
  ],
  ['/booking-details/card?id=1', 'Booking detail', 'Back to bookings'],
  ['/approval-panel/kyc/1', 'Partner', 'Back'],
  ['/approval-panel/kyc/online-kyc/1', 'Online KYC', 'Back'],
  ['/partner-details/1', 'Partner bookings', 'Back to Partners Details'],
] as const

test('paints the heading of a screen before its scripts load', async ({ signedIn: page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  for (const [path, title, ...others] of HEADINGS)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page).toHaveTitle(`${title} · Mandap`)
      for (const text of [title, ...others])
        await expect(page.getByText(text, { exact: true })).toBeVisible()
    })
})

test('paints the shell when all of it has arrived, so that nothing in it moves', async ({
  page,
}) => {
  const shell = readFileSync(built('index.html'), 'utf8')
  const rest = shell.indexOf('<p id="shell-subtitle"')
  const slow = await listen((request, response) => {
    if (request.url !== '/guest-partners') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html' }).write(shell.slice(0, rest))
    return setTimeout(() => response.end(shell.slice(rest)), 500)
  })
  await page.addInitScript(() => {
    localStorage.setItem('mandap.admin.token', 'a')
    new PerformanceObserver((list) => {
      document.documentElement.dataset['shifts'] = String(list.getEntries().length)
    }).observe({ type: 'layout-shift', buffered: true })
  })

  await page.goto(`${slow.url}/guest-partners`)
  await expect(page.getByText('Guest Partners', { exact: true })).toBeVisible()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await expect(page.locator('html')).not.toHaveAttribute('data-shifts')
  await slow.close()
})

test('the page refuses text as markup, and a script of another origin', async ({ page }) => {
  await page.goto('/login')
  const markup = page.evaluate(() => {
    document.body.innerHTML = '<img src="x">'
  })
  await expect(markup).rejects.toThrow('TrustedHTML')
  const script = page.evaluate(() => {
    document.createElement('script').src = 'https://other.example/x.js'
  })
  await expect(script).rejects.toThrow('TrustedScriptURL')
})

test('the page arrives in the first ten packets of a connection, before the server awaits their receipt', async ({
  signedIn: page,
}) => {
  const answer = await page.goto('/approval-panel')
  const sizes = await answer?.request().sizes()
  expect((sizes?.responseHeadersSize ?? 0) + (sizes?.responseBodySize ?? 0)).toBeLessThan(14_600)
})

test('opens without a request for its configuration', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(requested).not.toContain('/config.json')
})

test('opens the sign-in page with at most 30 kB of compressed script', async ({ page }) => {
  expect(sizeOf(await scriptsOf(page, '/login'))).toBeLessThan(30_000)
})

test('opens the bookings with at most 77 kB of compressed script, which Chromium compiles on another thread', async ({
  signedIn: page,
}) => {
  const scripts = await scriptsOf(page, '/booking-details')
  expect(sizeOf(scripts)).toBeLessThan(77_000)
  for (const script of scripts)
    expect(readFileSync(built(script), 'utf8'), script).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

/** Returns the compressed size of scripts in bytes. */
function sizeOf(scripts: readonly string[]): number {
  return scripts.reduce((sum, one) => sum + brotliCompressSync(readFileSync(built(one))).length, 0)
}

/**
 * Returns the paths of the scripts that a page loads until its network is idle, without the one that follows changes: it
 * loads a second later, which a slow machine may reach first.
 */
async function scriptsOf(page: Page, path: string): Promise<string[]> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'script' && !pathname.startsWith('/assets/live-'))
      scripts.add(pathname)
  })
  await withoutEvents(page)
  const network = watchNetwork(page)
  await page.goto(path)
  await network.idle()
  expect(scripts.size).toBeGreaterThan(0)
  return [...scripts]
}

/** Returns the path of a file of the built console. */
function built(path: string): string {
  return join(import.meta.dirname, '../console/dist', path)
}
