import { bookingJson, userJson } from '@mandap/domain/testing/builders.ts'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, test } from './testing/app.ts'
import { plainConsole } from './testing/plain-console.ts'
import { inDays } from './testing/records.ts'

const closers: (() => Promise<void>)[] = []
test.afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const CHARTS = ['Bookings by month', 'Confirmed revenue', 'Status of bookings']

const BOOKINGS = [
  bookingJson({ status: 'pending', createdAt: inDays(0) }),
  bookingJson({ status: 'visited', createdAt: inDays(0) }),
  bookingJson({
    status: 'confirmEvent',
    createdAt: inDays(0),
    dateFrom: inDays(0),
    budget: '1,30,000.50',
  }),
  bookingJson({ status: 'completed', createdAt: null, dateFrom: null, budget: 1 }),
  bookingJson({ status: 'Cancel', createdAt: '2020-01-01' }),
  bookingJson({ status: 'onHold', createdAt: '2020-01-01' }),
]

async function openPlain(page: Page, bookings = BOOKINGS, users = [userJson()]) {
  const console = await plainConsole(page, [], { bookings, users })
  closers.push(console.close)
  await console.open('/dashboard')
  return console
}

test.describe('§2.4 the dashboard’s charts', () => {
  test('have tables of their numbers, and show the values of a month under the pointer', async ({
    page,
  }) => {
    await openPlain(page)
    for (const name of CHARTS) {
      await card(page, name).locator('summary').focus()
      await page.keyboard.press('Enter')
      await expect(card(page, name).getByRole('table')).toBeVisible()
    }
    await expect(card(page, 'Bookings by month').getByRole('row').last()).toContainText('3')
    const revenue = card(page, 'Confirmed revenue')
    await expect(revenue.getByRole('row', { name: /no date/ })).toContainText('₹1')
    await expect(revenue.getByRole('row', { name: /^All/ })).toContainText('₹1,30,001.50')
    const status = card(page, 'Status of bookings')
    await expect(status.getByRole('row', { name: /^Booked/ })).toContainText('14')
    await expect(status.getByRole('row', { name: /^Confirmed/ })).toContainText('12')
    await expect(status).toContainText('Not included: 1 cancelled and 1 with other statuses.')
    await expectAccessible(page)

    const months = page.getByRole('slider', { name: 'Confirmed revenue by month' })
    const readOut = card(page, 'Confirmed revenue').locator('figcaption')
    await expect(readOut).toContainText('₹1.3 L')
    await months.scrollIntoViewIfNeeded()
    const box = await months.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 3, (box?.y ?? 0) + 30)
    await expect(readOut).toContainText('₹0')
    await page.mouse.move(0, 0)
    await expect(readOut).toContainText('₹1.3 L')
    await months.focus()
    await page.keyboard.press('ArrowRight')
    await expect(months).toHaveAttribute('aria-valuetext', /: ₹0$/)
    await page.keyboard.press('ArrowLeft')
    await expect(months).toHaveAttribute('aria-valuetext', /: ₹1,30,000.50$/)
  })

  test('say that there is no data', async ({ page }) => {
    await openPlain(page, [], [])
    await expect(page.getByText('No bookings in these months.')).toBeVisible()
    await expect(page.getByText('No revenue yet.')).toBeVisible()
    await expect(page.getByText('No bookings yet.')).toBeVisible()
    for (const list of ['users', 'bookings', 'partners'])
      await expect(
        page.locator('.text-negative-text').getByText(`No ${list} fetched.`),
      ).toBeVisible()
  })

  test('whose code cannot be loaded leave the rest of the dashboard, and load on Try again', async ({
    signedIn: page,
  }) => {
    await page.route('**/assets/Charts-*.js', (route) => route.abort())
    await page.goto('/dashboard')
    const glance = page.getByRole('region', { name: 'At a glance' })
    await glance.scrollIntoViewIfNeeded()
    await expect(glance.getByRole('alert')).toContainText('The charts could not be loaded.')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.unroute('**/assets/Charts-*.js')
    await glance.getByRole('button', { name: 'Try again' }).click()
    await glance.scrollIntoViewIfNeeded()
    await expect(glance.getByText('Bookings by month')).toBeVisible()
  })
})

test('§2.4 tiles and counts lead to their lists', async ({ signedIn: page }) => {
  await page.goto('/dashboard')
  for (const [name, path] of [
    ['Total Users', '/user-count'],
    ['Confirmed Bookings', '/booking-details/counted?figure=tile-pending'],
    ['Confirmed Events', '/booking-details/counted?figure=tile-confirmEvent'],
    ['Completed Events', '/booking-details/counted?figure=tile-completed'],
    ['Cancelled Events', '/booking-details/counted?figure=tile-Cancel'],
    [/^[\d,]+ users$/, '/user-count'],
    [/^[\d,]+ bookings$/, '/booking-details/counted?figure=all'],
    [/^[\d,]+ partners$/, '/partner-details/all'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await page.goBack()
  }
})

test('§2.4 tiles have definitions, and each count leads to as many bookings as it counts, on a plain host too', async ({
  page,
}) => {
  test.slow()
  const kinds = ['pending', 'pending', 'cancelVisit', 'visited', 'confirmEvent', 'completed']
  const bookings = [...kinds, 'completed', 'Cancel', 'cancelEvent', 'onHold'].map((status, at) =>
    bookingJson({
      status,
      dateFrom: inDays(at % 2 ? -400 : 3),
      eventId: at % 3 ? 'e' : '',
      cateringEvent: 'e',
    }),
  )
  await openPlain(page, bookings)
  const tiles = card(page, 'Summary')
  const rows = page.getByRole('list', { name: 'Bookings' }).getByRole('article')
  const countIs = (n: number) =>
    expect(page.getByText(`${n} booking${n === 1 ? '' : 's'}`, { exact: true })).toBeVisible()

  const follow = async (link: Locator, n: number, back: string) => {
    await link.click()
    await countIs(n)
    await expect(rows).toHaveCount(n)
    await page.getByRole('link', { name: back }).click()
  }

  await test.step('tiles', async () => {
    for (const tile of [
      'Confirmed Bookings',
      'Confirmed Events',
      'Completed Events',
      'Cancelled Events',
    ])
      await expect(
        tiles.getByRole('button', { name: `What ${tile} counts` }),
      ).toHaveAccessibleDescription(/^Bookings with the status /)
    await follow(tiles.getByRole('link', { name: 'Confirmed Bookings' }), 2, 'Back to dashboard')
  })

  await test.step('stages of the funnel, now and reached, and what it leaves out', async () => {
    const status = card(page, 'Status of bookings')
    await status.locator('summary').click()
    const counts = status.locator('a[href*="figure="]')
    await expect(counts).toHaveCount(16)
    expect(await figuresOf(counts)).toEqual(
      new Set([
        'reached-booked 7',
        'stage-booked 3',
        'reached-visited 4',
        'stage-visited 1',
        'reached-confirmed 3',
        'stage-confirmed 1',
        'reached-completed 2',
        'stage-completed 2',
        'group-cancelled 2',
        'stage-other 1',
      ]),
    )
    for (const [figure, n] of [
      ['stage-booked', 3],
      ['reached-visited', 4],
    ] as const) {
      await follow(status.locator(`a[href*="figure=${figure}"]`).last(), n, 'Back to dashboard')
      await status.locator('summary').click()
    }
  })

  await test.step('the definition opens by pointer, keyboard and tap, and Esc or a press elsewhere closes it', async () => {
    const about = tiles.getByRole('button', { name: 'What Cancelled Events counts' })
    const text = page.getByText('Bookings with the status Cancel, of any date.')
    await about.hover()
    await expect(text).toBeVisible()
    await text.hover()
    await expect(text).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(text).toBeHidden()
    await tiles.getByRole('link', { name: 'Cancelled Events' }).focus()
    await page.keyboard.press('Tab')
    await expect(about).toBeFocused()
    await expect(text).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await expect(text).toBeHidden()
    await about.click()
    await page.mouse.move(0, 0)
    await expect(text).toBeVisible()
    await page.mouse.click(0, 300)
    await expect(text).toBeHidden()
    await about.click()
    await expectAccessible(page)
  })

  await test.step('groups and services of User Count', async () => {
    await page.goto(new URL('/user-count', page.url()).href)
    const counts = page.locator('main a[href*="figure="]')
    await expect(counts).toHaveCount(10)
    expect(await figuresOf(counts)).toEqual(
      new Set([
        'all 10',
        'group-pending 4',
        'group-upcoming 1',
        'group-ongoing 0',
        'group-completed 2',
        'group-cancelled 2',
        'group-other 1',
        'service-Catering 6',
        'service-Event 4',
        'service-Photography 0',
      ]),
    )
    const pending = page.locator('main a[href*="figure=group-pending"]')
    await follow(pending, 4, 'Back to User Count')
  })
})

/** Returns the figures to whose bookings links lead, each with the count that the link shows. */
async function figuresOf(links: Locator): Promise<Set<string>> {
  const found = await links.evaluateAll((all) =>
    all.map((link) => {
      const query = link.getAttribute('href')?.split('?')[1]
      return `${new URLSearchParams(query).get('figure')} ${link.textContent}`
    }),
  )
  return new Set(found)
}
