import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './testing/app.ts'
import { forgetTries, turnOnSuperAdmin } from './testing/super-admin.ts'

const PAGES = [
  ['Booking Details', '/booking-details'],
  ['Approval Panel', '/approval-panel'],
  ['Partners Details', '/partner-details'],
  ['In Progress Partners', '/inprogress-partners'],
  ['Guest Partners', '/guest-partners'],
  ['User Count', '/user-count'],
  ['GST Requests', '/gst-requests'],
  ['Expired Bookings', '/expired-bookings'],
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

test.describe('§2.2 Top bar', () => {
  test('lists the pages, and its menu shows the label of the current one', async ({
    signedIn: page,
  }) => {
    const menu = page.getByRole('navigation', { name: 'Pages' })
    const links = menu.getByRole('link')
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Pages' }).click()
    await expect(links).toHaveText(PAGES.map(([label]) => label))
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Escape')
    for (const [label, path] of PAGES) {
      await menu.getByRole('button').click()
      await links.filter({ hasText: label }).click()
      await expect(page).toHaveURL((url) => url.pathname === path)
      await expect(menu.getByRole('button')).toHaveText(label)
    }

    await test.step('has a logo with the text Admin that leads to /dashboard', async () => {
      await page.getByRole('link', { name: 'Admin', exact: true }).click()
      await expect(page).toHaveURL('/dashboard')
    })

    await test.step('Account leads to the dashboard', async () => {
      await menu.getByRole('button').click()
      await links.first().click()
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
      await expect(page).toHaveURL('/dashboard')
    })

    await test.step('on a phone lists the same pages and Super Admin', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(links).toHaveText(PAGES.map(([label]) => label))
      await menu.getByRole('button', { name: 'Super Admin' }).click()
      await expect(page.getByRole('dialog', { name: 'Super Admin' })).toBeVisible()
      await expectAccessible(page)
    })
  })

  test('shows a Super Admin badge while elevated, and Disable removes it', async ({
    signedIn: page,
    app,
  }) => {
    await forgetTries(app)
    await page.goto('/dashboard')
    await turnOnSuperAdmin(page)
    const banner = page.getByRole('banner')
    // the button and the badge have the same text
    await expect(banner.getByRole('button', { name: 'Super Admin' })).toHaveCount(0)
    await expect(banner.getByText('Super Admin', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await banner.getByRole('button', { name: 'Disable' }).click()
    await expect(banner.getByRole('button', { name: 'Super Admin' })).toBeVisible()
    expect(await stored(page, 'mandap.admin.superAdmin')).toBe('false')
  })

  test('Logout ends Super Admin and the session in all tabs, and goes to /', async ({
    signedIn: page,
    context,
    app,
    baseURL,
  }) => {
    await forgetTries(app)
    await page.goto('/user-count')
    await turnOnSuperAdmin(page)
    const other = await context.newPage()
    await other.goto('/guest-partners')
    await expect(other.getByRole('heading', { name: 'Guest Partners' })).toBeVisible()
    const token = await stored(page, 'mandap.admin.token')
    // a background tab renders slowly
    await page.bringToFront()
    await page.getByRole('button', { name: 'Account' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(other).toHaveURL('/')
    await expect(other.getByText('You signed out in another tab.')).toBeVisible()
    expect(await stored(page, 'mandap.admin.token')).toBeNull()
    expect(await stored(page, 'mandap.admin.superAdmin')).toBe('false')
    const authorization = `Bearer ${token}`
    await expect
      .poll(async () => (await fetch(`${baseURL}/bookings`, { headers: { authorization } })).status)
      .toBe(401)
    await page.goto('/user-count')
    await expect(page).toHaveURL('/login')
  })
})

test('§2.4 the dashboard shows the tiles with their counts, and cards in three sections', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard')
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
    const links = page.getByRole('region', { name: section }).getByRole('link')
    await expect(links).toHaveText(cards.map(([label]) => label))
    for (const [label, path] of cards)
      await expect(links.filter({ hasText: label })).toHaveAttribute('href', path)
  }
  await expectAccessible(page)
})

test('§2.4 the dashboard says when counts cannot be loaded, and when there is nothing to count', async ({
  signedIn: page,
}) => {
  await page.route('**/summary', (route) => route.fulfill({ status: 403, json: {} }))
  await page.goto('/dashboard')
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

test('§2.16 Order details leads back to /requests', async ({ signedIn: page }) => {
  await page.goto('/partner/order')
  await expect(page.getByText('This feature is coming soon.')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'Back to requests' })).toHaveAttribute(
    'href',
    '/requests',
  )
})

test.describe('the shell', () => {
  test('keeps a chosen theme, and applies it before the first paint', async ({
    signedIn: page,
  }) => {
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

  test('is painted before any script of ours arrives', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/login')
    await expect(page.getByText('Login', { exact: true })).toBeVisible()
    await expect(page.getByText('Admin', { exact: true })).toBeHidden()
  })

  test('keeps the top bar when a screen cannot be loaded, and tries again', async ({
    signedIn: page,
  }) => {
    await page.route('**/assets/Dashboard-*.js', (route) => route.abort())
    await page.goto('/dashboard')
    await expect(page.getByText('This screen could not be loaded.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
    await page.unroute('**/assets/Dashboard-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })

  test('skips to the content, and moves the focus to a new screen', async ({ signedIn: page }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.getByRole('link', { name: 'User Count' }).click()
    await expect(page).toHaveTitle('User Count · Mandap')
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('obeys its own Content-Security-Policy', async ({ signedIn: page }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('names the field of a broken /config.json', async ({ page }) => {
    await page.route('**/config.json', (route) => route.fulfill({ json: { kind: 'other' } }))
    await page.goto('/')
    await expect(page.getByRole('alert')).toContainText(
      '/config.json: kind must be one of "mandap", "plain".',
    )
  })

  test('opens the sign-in page with at most 82 kB of compressed script', async ({ page }) => {
    expect(await scriptOf(page, '/login')).toBeLessThan(82_000)
  })

  test('opens the bookings with at most 122 kB of compressed script', async ({
    signedIn: page,
  }) => {
    expect(await scriptOf(page, '/booking-details')).toBeLessThan(122_000)
  })
})

/** Bytes of the scripts that a page loads until it is quiet, compressed as they travel. */
async function scriptOf(page: Page, path: string): Promise<number> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  expect(scripts.size).toBeGreaterThan(0)
  return compressed(scripts)
}

function compressed(paths: Iterable<string>): number {
  const dist = join(import.meta.dirname, '../console/dist')
  return [...paths].reduce(
    (sum, path) => sum + brotliCompressSync(readFileSync(join(dist, path))).length,
    0,
  )
}

function stored(page: Page, key: string) {
  return page.evaluate((name) => localStorage.getItem(name), key)
}
