import { BOOKING_GROUPS } from '@mandap/domain/booking/group.ts'
import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { upsertAll } from '@mandap/server/testing/records.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, type App, keepSession, test } from './testing/app.ts'
import { plainConsole } from './testing/plain-console.ts'
import { inDays } from './testing/records.ts'

const closers: (() => Promise<void>)[] = []
test.afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

interface Given {
  users: JsonObject[]
  bookings: JsonObject[]
}

/** The console on a host of either kind that has these records; ours has its demonstration too. */
async function openOn(kind: 'mandap' | 'plain', page: Page, app: App, given: Given) {
  if (kind === 'mandap') {
    await upsertAll(app.db, { ...given, partners: [], tempPartners: [] })
    await keepSession(page, await app.startSession())
    return (path: string) => page.goto(path)
  }
  const console = await plainConsole(page, [partnerJson()], given)
  closers.push(console.close)
  return console.open
}

let made = 0

/** Names that no other user of the application has. */
function ownName(name: string): string {
  made += 1
  return `${name} Xq${made}z`
}

/** A user with three bookings, and two who have none. */
function threeUsers() {
  const kavya = userJson({ fullName: ownName('Kavya Nair') })
  const zoya = userJson({ fullName: ownName('Zoya Khan') })
  const arjun = userJson({ fullName: ownName('Arjun Bose') })
  const of = { userId: kavya['_id'] }
  const bookings = [
    bookingJson({ ...of, status: 'confirmEvent', eventType: 'Sangeet', dateFrom: inDays(9) }),
    bookingJson({ ...of, status: 'confirmEvent', eventType: 'Haldi', dateFrom: inDays(5) }),
    bookingJson({ ...of, status: 'Cancel', eventType: 'Mehendi', dateFrom: inDays(3) }),
  ]
  const nameOf = (user: JsonObject) => String(user['fullName'])
  return {
    records: { users: [kavya, zoya, arjun], bookings },
    kavya: nameOf(kavya),
    zoya: nameOf(zoya),
    arjun: nameOf(arjun),
  }
}

const list = (page: Page) => page.getByRole('list', { name: 'Users' })
const row = (page: Page, name: string) => page.getByRole('button', { name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

for (const kind of ['mandap', 'plain'] as const)
  test.describe(`§2.11 User Count, ${kind} host`, () => {
    test('a search in the address finds a user, whose tabs count and list their bookings', async ({
      page,
      app,
    }) => {
      const { records, kavya } = threeUsers()
      const open = await openOn(kind, page, app, records)
      await open(`/user-count?search=${encodeURIComponent(kavya)}`)
      await expect(page.getByLabel('Search users')).toHaveValue(kavya)
      await expect(page.getByText('1 user', { exact: true })).toBeVisible()
      await row(page, kavya).click()
      for (const name of ['Pending 0', 'Upcoming 2', 'Ongoing 0', 'Completed 0', 'Cancelled 1'])
        await expect(tab(page, name)).toBeVisible()
      await expect(tab(page, 'Upcoming 2')).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('link', { name: /Sangeet/ })).toContainText('₹2,50,000')

      await tab(page, 'Cancelled 1').click()
      await expect(page).toHaveURL(/group=cancelled$/)
      await page.getByRole('link', { name: /Mehendi/ }).click()
      await expect(page).toHaveURL(/\/booking-details\/card$/)
      await expect(page.getByRole('heading', { name: 'Mehendi' })).toBeVisible()
      // where the list stood is kept without the name that was searched for
      const places = await page.evaluate(() => sessionStorage.getItem('mandap.lists'))
      expect(places).toContain('"index":0')
      expect(places).not.toContain(kavya.split(' ')[0])
      await page.goBack()
      await expect(page.getByRole('link', { name: /Mehendi/ })).toBeVisible()
      await row(page, kavya).click()
      await expect(page.getByRole('tab')).toHaveCount(0)
    })

    test('each tab has its own empty text', async ({ page, app }) => {
      const { records, zoya } = threeUsers()
      const open = await openOn(kind, page, app, records)
      await open(`/user-count?search=${encodeURIComponent(zoya)}`)
      await row(page, zoya).click()
      for (const { label, empty } of Object.values(BOOKING_GROUPS)) {
        await tab(page, `${label} 0`).click()
        await expect(page.getByRole('tabpanel').getByText(empty, { exact: true })).toBeVisible()
      }
    })

    test('users are filtered by the group of their bookings, in the address', async ({
      page,
      app,
    }) => {
      const { records, kavya, arjun } = threeUsers()
      const open = await openOn(kind, page, app, records)
      const marks = [kavya, arjun].map((name) => name.split(' ').at(-1) ?? '')
      await open(`/user-count?search=${marks[0]}`)
      await page.getByLabel('Show users').selectOption('With cancelled bookings')
      await expect(page).toHaveURL(/has=cancelled/)
      await expect(row(page, kavya)).toBeVisible()
      await page.reload()
      await expect(row(page, kavya)).toBeVisible()
      await page.getByLabel('Search users').fill(arjun)
      await expect(page.getByText('No users found.')).toBeVisible()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect(page.getByText('No users found.')).toHaveCount(0)
      await expect(page).toHaveURL(/\/user-count$/)
    })
  })

/** So many users that their list is far longer than its box. */
function manyUsers(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, at) =>
    userJson({ fullName: `User ${String(at).padStart(4, '0')}` }),
  )
}

test.describe('§2.11 the list of users', () => {
  async function openList(page: Page, count: number) {
    const users = manyUsers(count)
    const bookings = [bookingJson({ userId: users[count - 40]?.['_id'], eventType: 'Haldi' })]
    const console = await plainConsole(page, [], { users, bookings })
    closers.push(console.close)
    await console.open('/user-count')
    await expect(row(page, 'User 0000')).toBeVisible()
    return users
  }

  const scrolled = (page: Page, by: number) =>
    list(page).evaluate((ul, top) => {
      const box = ul.parentElement
      if (box) box.scrollTop += top
    }, by)

  test('its height is capped, it scrolls by itself and draws only what is in view', async ({
    page,
  }) => {
    await openList(page, 3000)
    const box = await list(page).locator('..').boundingBox()
    expect(box?.height).toBeLessThan(900)
    expect(await page.locator('li[data-index]').count()).toBeLessThan(40)
    await scrolled(page, 1_000_000)
    await expect(row(page, 'User 2999')).toBeInViewport()
    expect(await page.locator('li[data-index]').count()).toBeLessThan(40)
  })

  test('opens any user in it, and stands there again when one comes back', async ({ page }) => {
    await openList(page, 3000)
    await scrolled(page, 2955 * 60)
    await row(page, 'User 2960').click()
    await tab(page, 'Pending 1').click()
    await page.getByRole('link', { name: /Haldi/ }).click()
    await expect(page).toHaveURL(/\/card$/)
    await page.goBack()
    await expect(page.getByRole('link', { name: /Haldi/ })).toBeInViewport()
    await expect(row(page, 'User 2961')).toBeVisible()
  })

  test('goes by keyboard: Tab to the next user, Enter opens', async ({ page }) => {
    await openList(page, 60)
    await row(page, 'User 0000').focus()
    for (let step = 0; step < 30; step += 1) await page.keyboard.press('Tab')
    await expect(row(page, 'User 0030')).toBeFocused()
    await expect(row(page, 'User 0030')).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(row(page, 'User 0030')).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByText('No pending bookings.')).toBeVisible()
  })
})

test.describe('§2.11 Revenue, User Services and Summary', () => {
  const bookings = [
    bookingJson({ status: 'completed', budget: '1,30,000.50', dateFrom: inDays(0) }),
    bookingJson({ status: 'confirmEvent', budget: 20_000, dateFrom: null }),
    bookingJson({ status: 'pending', budget: 5, cateringEvent: 'event-1' }),
    bookingJson({ status: 'Cancel', photographyEvent: 'event-1', cateringEvent: 'event-1' }),
    bookingJson({ status: 'visited' }),
    bookingJson({ status: 'refunded' }),
  ]

  test('sums, counts and months, exact in the table', async ({ page }) => {
    const console = await plainConsole(page, [partnerJson()], { users: [userJson()], bookings })
    closers.push(console.close)
    await console.open('/user-count')
    const revenue = card(page, 'Revenue')
    await expect(revenue).toContainText('₹1.5 L')
    await expect(revenue).toContainText('₹1,50,000.50 from confirmed and completed bookings')
    await revenue.getByText('Show as a table').click()
    await expect(revenue.getByRole('row', { name: /Other months or no date/ })).toContainText(
      '₹20,000',
    )
    await expect(revenue.getByRole('row', { name: /^All/ })).toContainText('₹1,50,000.50')
    const services = card(page, 'User Services')
    await expect(services).toContainText('Catering2')
    await expect(services).toContainText('Photography1')
    await expect(services).toContainText('Event4')
    const summary = card(page, 'Summary')
    for (const text of ['Users1', 'Bookings6', 'Partners1', 'Pending bookings2'])
      await expect(summary).toContainText(text)
    for (const text of ['Completed bookings2', 'Cancelled bookings1', 'Other bookings1'])
      await expect(summary).toContainText(text)
    await expect(summary).toContainText('it can be more than Confirmed Bookings on the dashboard')
  })

  test('the months are read by the keys of a slider', async ({ page }) => {
    const console = await plainConsole(page, [], { bookings })
    closers.push(console.close)
    await console.open('/user-count')
    const months = page.getByRole('slider', { name: 'Confirmed revenue by month' })
    await expect(months).toHaveAttribute('aria-valuetext', /: ₹1,30,000.50$/)
    await months.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(months).toHaveAttribute('aria-valuetext', /: ₹0$/)
  })

  test('ours: the sums come from the server', async ({ signedIn: page }) => {
    const totals = page.waitForResponse(/\/totals\?/)
    await page.goto('/user-count')
    const { data } = (await (await totals).json()) as {
      data: { groups: Record<string, number>; services: Record<string, number>; other: number }
    }
    const counted = Object.values(data.groups).reduce((sum, n) => sum + n, data.other)
    await expect(card(page, 'Summary')).toContainText(
      `Bookings${counted.toLocaleString('en-IN')}Partners`,
    )
    await expect(card(page, 'Summary')).toContainText(
      `Upcoming bookings${data.groups['upcoming']?.toLocaleString('en-IN')}`,
    )
    await expect(card(page, 'User Services')).toContainText(
      `Catering${data.services['Catering']?.toLocaleString('en-IN')}`,
    )
  })

  test('totals that fail leave the users, and come when asked for again', async ({
    signedIn: page,
  }) => {
    await page.route(/\/totals\?/, (route) => route.fulfill({ status: 403, json: {} }))
    await page.goto('/user-count')
    await expect(page.getByText('The revenue could not be loaded.')).toBeVisible()
    await expect(page.getByText('The services could not be loaded.')).toBeVisible()
    await expect(page.getByText('The bookings by group could not be loaded.')).toBeVisible()
    await expect(list(page).getByRole('button').first()).toBeVisible()
    await page.unroute(/\/totals\?/)
    await card(page, 'Revenue').getByRole('button', { name: 'Try again' }).click()
    await expect(card(page, 'Revenue')).toContainText('from confirmed and completed bookings')
  })

  test('users that fail leave the sums, and come when asked for again', async ({
    signedIn: page,
  }) => {
    await page.route(/\/users\?/, (route) => route.fulfill({ status: 403, json: {} }))
    await page.goto('/user-count')
    await expect(page.getByText('No users found.')).toBeVisible()
    await expect(page.getByText('The users could not be loaded.')).toBeVisible()
    await expect(card(page, 'Revenue')).toContainText('from confirmed and completed bookings')
    await page.unroute(/\/users\?/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(list(page).getByRole('button').first()).toBeVisible()
  })

  test('with no data at all', async ({ page }) => {
    const console = await plainConsole(page, [])
    closers.push(console.close)
    await console.open('/user-count')
    await expect(page.getByText('No users found.')).toBeVisible()
    await expect(page.getByText('No revenue yet.')).toBeVisible()
    await expectAccessible(page)
  })
})

test('axe finds nothing, with a user open and the table shown', async ({ page }) => {
  test.slow()
  const { records, kavya } = threeUsers()
  const hostile = ['x'.repeat(200), 'محمد بن سلمان', '🎉💍 आरव मेहता', '<b>bold</b>', '']
  const console = await plainConsole(page, [], {
    ...records,
    users: [...records.users, ...hostile.map((fullName) => userJson({ fullName }))],
  })
  closers.push(console.close)
  await console.open('/user-count')
  await row(page, kavya).click()
  await expect(page.getByRole('link', { name: /Sangeet/ })).toBeVisible()
  await page.getByText('Show as a table').click()
  await expectAccessible(page)
})

test('a million users: the last is reached, a step of the wheel is a step, and a press opens its row', async ({
  signedIn: page,
}) => {
  const total = 1_000_000
  await page.route(/\/users\?/, (route) => {
    const query = new URL(route.request().url()).searchParams
    const first = Number(query.get('after') ?? query.get('skip') ?? 0)
    const data = Array.from({ length: Math.min(50, total - first) }, (_, at) => ({
      _id: `u${first + at}`,
      fullName: `User ${first + at}`,
    }))
    return route.fulfill({ json: { data, next: String(first + 50), total } })
  })
  await page.goto('/user-count')
  await expect(page.getByText('10,00,000 users')).toBeVisible()
  const box = list(page).locator('..')
  await box.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(row(page, 'User 999999')).toBeInViewport()
  await box.hover()
  await page.mouse.wheel(0, -120)
  await expect(row(page, 'User 999999')).not.toBeInViewport()
  await expect(row(page, 'User 999994')).toBeInViewport()
  // a press on a row that is only partly in view opens that row
  const { x = 0, y = 0 } = (await box.boundingBox()) ?? {}
  const pressed = await page.evaluate(
    ([left = 0, top = 0]) =>
      document.elementFromPoint(left, top)?.closest<HTMLElement>('li')?.dataset['index'],
    [x + 100, y + 8],
  )
  await page.mouse.click(x + 100, y + 8)
  await expect(page.locator(`li[data-index="${pressed}"] [aria-expanded="true"]`)).toBeAttached()
})
