import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, type App, test } from './testing/app.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredBooking, inDays, ownNumbers } from './testing/records.ts'

const NONE = 'No expired bookings found.'
const PAST = { dateFrom: inDays(-10), dateTo: inDays(-9), createdAt: inDays(-40) }

const cards = (page: Page) => page.getByRole('list', { name: 'Bookings' }).getByRole('article')
const search = (page: Page) => page.getByRole('combobox', { name: 'Search by Booking ID' })
const suggestions = (page: Page) => page.getByRole('listbox').getByRole('option')
/** The heading of the last card that stands whole in the window. */
const lastInView = (page: Page) =>
  cards(page).evaluateAll((all) => {
    const card = all.findLast((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
    return card?.querySelector('h2')?.textContent ?? null
  })
const count = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

const anExpiredBooking = (app: App, given: JsonObject = {}) =>
  aStoredBooking(app, { ...PAST, ...given })

test.describe('§2.7 Expired Bookings', () => {
  test('is reached from the pages menu, and lists what has expired', async ({
    signedIn: page,
    app,
  }) => {
    test.slow()
    await anExpiredBooking(app, { createdAt: inDays(-20) })
    await page.goto('/dashboard')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button').first().click()
    await page.getByRole('link', { name: 'Expired Bookings' }).first().click()
    await expect(page).toHaveURL('/expired-bookings')
    await expect(page.getByRole('heading', { name: 'Expired Bookings' })).toBeVisible()
    await expect(cards(page).first()).toContainText('Expired')
    await expectAccessible(page)
  })

  test('a card shows what the specification names, and a click opens the booking', async ({
    signedIn: page,
    app,
  }) => {
    const own = ownNumbers()
    await anExpiredBooking(app, {
      numberId: `${own.toLowerCase()}1`,
      eventType: 'Sangeet',
      dateFrom: '2026-03-05T04:30:00.000Z',
      createdAt: '2026-01-01T20:00:00.000Z',
      eventId: 'e',
      photographyEvent: 'e',
      cateringEvent: 'e',
      partnerName: 'Aarav Mehta',
    })
    await page.goto(`/expired-bookings?numberId=${own}`)
    const card = cards(page).first()
    for (const text of [
      'Sangeet',
      `${own}1`,
      '05 Mar 2026',
      '02 Jan 2026',
      'Photography, Catering',
      'Aarav Mehta',
      'Expired',
    ])
      await expect(card).toContainText(text)
    await card.click({ position: { x: 20, y: 150 } })
    await expect(page).toHaveURL('/booking-details/card')
    await expect(page.getByRole('heading', { name: 'Sangeet' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to bookings' }).click()
    await expect(page).toHaveURL(`/expired-bookings?numberId=${own}`)
    await expect(cards(page)).toHaveCount(1)
  })

  test('what a booking lacks is Not Available or N/A', async ({ signedIn: page, app }) => {
    const own = ownNumbers()
    const given = { eventType: null, partnerName: '', partnerId: null }
    await anExpiredBooking(app, { numberId: `${own}1`, ...given })
    await page.goto(`/expired-bookings?numberId=${own}`)
    const card = cards(page).first()
    await expect(card.getByRole('heading')).toContainText('Not Available')
    await expect(card).toContainText('PartnerN/A')
  })

  test('7 whole days between booking and event are not expired, 8 are, a future event is not (§4.4)', async ({
    signedIn: page,
    app,
  }) => {
    const own = ownNumbers()
    await anExpiredBooking(app, { numberId: `${own}7`, createdAt: inDays(-17.9) })
    await anExpiredBooking(app, { numberId: `${own}8`, createdAt: inDays(-18.1) })
    await anExpiredBooking(app, { numberId: `${own}9`, dateFrom: inDays(1) })
    await page.goto(`/expired-bookings?numberId=${own}`)
    await count(page, '1 booking')
    await expect(cards(page)).toContainText(`${own}8`)
  })

  test('suggests at most 8 expired numbers, cleans what is typed, and follows it in the address', async ({
    signedIn: page,
    app,
  }) => {
    test.slow()
    const own = ownNumbers()
    for (let at = 10; at < 20; at += 1) await anExpiredBooking(app, { numberId: `${own}${at}` })
    await aStoredBooking(app, { numberId: `${own}1` })
    await page.goto('/expired-bookings')
    await search(page).pressSequentially(`${own.toLowerCase()}-#`)
    await expect(search(page)).toHaveValue(own)
    await expect(suggestions(page)).toHaveCount(8)
    await expect(page).toHaveURL(`/expired-bookings?numberId=${own}`)
    await count(page, '10 bookings')
    await suggestions(page).nth(2).click()
    await count(page, '1 booking')
    await page.reload()
    await count(page, '1 booking')
    await search(page).fill(`${own}X`)
    await expect(page.getByText('No matches').first()).toBeVisible()
    await expect(page.getByText(NONE)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect(page).toHaveURL('/expired-bookings')
    await expect(cards(page).first()).toBeVisible()
  })

  test('a number that has not expired is said so, and can be opened', async ({
    signedIn: page,
    app,
  }) => {
    const { numberId } = await aStoredBooking(app, { numberId: `${ownNumbers()}1` })
    await page.goto(`/expired-bookings?numberId=${numberId}`)
    await expect(page.getByText(`${numberId} has not expired.`)).toBeVisible()
    await page.getByRole('link', { name: `Open ${numberId}` }).click()
    await expect(page).toHaveURL('/booking-details/card')
  })

  test('three dots bounce until the list is there', async ({ signedIn: page, app }) => {
    await anExpiredBooking(app)
    const held = Promise.withResolvers<void>()
    await page.route('**/bookings?list=expired*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/expired-bookings')
    await expect(page.getByText('Loading expired bookings')).toBeAttached()
    held.resolve()
    await expect(cards(page).first()).toBeVisible()
    await expect(page.getByText('Loading expired bookings')).toHaveCount(0)
  })

  test('the list stands where it was left', async ({ signedIn: page }) => {
    await page.goto('/expired-bookings')
    await expect(cards(page).first()).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 3000))
    await expect.poll(() => lastInView(page)).not.toBeNull()
    const number = (await lastInView(page)) ?? ''
    await cards(page).filter({ hasText: number }).getByRole('link').click()
    await expect(page).toHaveURL('/booking-details/card')
    await page.goBack()
    await expect(cards(page).filter({ hasText: number })).toBeInViewport()
  })

  test('a list that could not be fetched is empty, and there once it can be (§8)', async ({
    signedIn: page,
  }) => {
    test.slow()
    await page.route('**/bookings?list=expired*', (route) => route.fulfill({ status: 403 }))
    await page.goto('/expired-bookings')
    await expect(page.getByText(NONE)).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/bookings?list=expired*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page).first()).toBeVisible()
  })
})

test.describe('§2.1 /expired-bookings is not guarded', () => {
  test('without a session it is empty, and signing in leads back', async ({ page, app }) => {
    test.slow()
    const own = ownNumbers()
    await anExpiredBooking(app, { numberId: `${own}1` })
    await page.goto(`/expired-bookings?numberId=${own}`)
    await expect(page.getByText(NONE)).toBeVisible()
    await expect(page).toHaveURL(`/expired-bookings?numberId=${own}`)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Sign in to see them' }).click()
    await page.getByLabel('Email').fill(ADMINISTRATOR.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(`/expired-bookings?numberId=${own}`)
    await expect(cards(page)).toHaveCount(1)
  })

  test('a session that has ended leaves one here, and forgets what it showed', async ({
    signedIn: page,
  }) => {
    await page.goto('/expired-bookings')
    await expect(cards(page).first()).toBeVisible()
    const other = await page.context().newPage()
    await other.goto('/health')
    await other.evaluate(() => localStorage.clear())
    await expect(page.getByText(NONE)).toBeVisible()
    await expect(page).toHaveURL('/expired-bookings')
    await expect(page.getByRole('link', { name: 'Sign in to see them' })).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
  })
})

test.describe('on a plain host', () => {
  const closers: (() => Promise<void>)[] = []
  test.afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

  const BOOKINGS = [
    bookingJson({ numberId: 'MB1', eventType: 'Sangeet', ...PAST }),
    bookingJson({ numberId: 'MB12', eventType: 'Mehendi', ...PAST, createdAt: inDays(-41) }),
    bookingJson({ numberId: 'MB2', dateFrom: inDays(30) }),
    bookingJson({ numberId: 'MB3', ...PAST, createdAt: inDays(-12) }),
  ]

  for (const session of [true, false])
    test(`${session ? 'with' : 'without'} a session it shows what the host gives`, async ({
      page,
    }) => {
      const console = await plainConsole(page, [], { bookings: BOOKINGS, session })
      closers.push(console.close)
      await console.open('/expired-bookings')
      await count(page, '2 bookings')
      await expect(cards(page).first()).toContainText('Sangeet')
      await search(page).fill('mb12')
      await count(page, '1 booking')
      await expect(cards(page)).toContainText('Mehendi')
      await search(page).fill('mb2')
      await expect(page.getByText('MB2 has not expired.')).toBeVisible()
    })

  test('a list that could not be fetched is empty, and can be tried again (§8)', async ({
    page,
  }) => {
    const console = await plainConsole(page, [], { bookings: BOOKINGS })
    closers.push(console.close)
    console.host.failures.set('GET /bookings', 403)
    await console.open('/expired-bookings')
    await expect(page.getByText(NONE)).toBeVisible()
    console.host.failures.clear()
    await page.getByRole('button', { name: 'Try again' }).click()
    await count(page, '2 bookings')
  })
})
