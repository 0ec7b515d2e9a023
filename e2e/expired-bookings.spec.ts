import { colourOf } from '@mandap/console/testing/colour.ts'
import { LOADERS } from '@mandap/console/testing/loaders.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, type App, test } from './testing/app.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredBooking, inDays, ownNumbers } from './testing/records.ts'
import { signIn } from './testing/sign-in.ts'

const NONE = 'No expired bookings found.'
const PAST = { dateFrom: inDays(-10), dateTo: inDays(-9), createdAt: inDays(-40) }

const cards = (page: Page) => page.getByRole('list', { name: 'Bookings' }).getByRole('article')
const search = (page: Page) => page.getByRole('combobox', { name: 'Search by Booking ID' })
const signInLink = (page: Page) => page.getByRole('link', { name: 'Sign in to see them' })
/** Returns the heading of the last card that is completely in view. */
const lastInView = (page: Page) =>
  cards(page).evaluateAll((all) => {
    const card = all.findLast((one) => {
      const { top, bottom, height } = one.getBoundingClientRect()
      // a card outside the view has no layout, and its rectangle is empty
      return height > 0 && top >= 0 && bottom <= innerHeight
    })
    return card?.querySelector('h2')?.textContent ?? null
  })
const count = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

const anExpiredBooking = (app: App, given: JsonObject = {}) =>
  aStoredBooking(app, { ...PAST, ...given })

test('§2.7 Expired Bookings lists expired bookings, finds one by its number, and opens it', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const own = ownNumbers()
  await anExpiredBooking(app, {
    numberId: `${own.toLowerCase()}1`,
    eventType: 'Sangeet',
    dateFrom: '2026-03-05T04:30:00.000Z',
    dateTo: '2026-03-06T16:30:00.000Z',
    createdAt: '2026-01-01T20:00:00.000Z',
    eventId: 'e',
    photographyEvent: 'e',
    cateringEvent: 'e',
    partnerName: 'Aarav Mehta',
  })
  const bare = `${ownNumbers()}1`
  await anExpiredBooking(app, {
    numberId: bare,
    eventType: null,
    partnerName: '',
    partnerId: null,
  })
  const ahead = `${ownNumbers()}1`
  await aStoredBooking(app, { ...PAST, numberId: ahead, dateFrom: inDays(30) })
  const held = Promise.withResolvers<void>()
  await page.route('**/bookings?list=expired*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/dashboard')

  await test.step('is opened from the pages menu, and shows three dots until the list is loaded', async () => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button').first().click()
    await page.getByRole('link', { name: 'Expired Bookings' }).first().click()
    await expect(page).toHaveURL('/expired-bookings')
    await expect(page.getByRole('heading', { name: 'Expired Bookings' })).toBeVisible()
    const loader = page.getByRole('status').filter({ hasText: 'Loading expired bookings' })
    await expect(loader.locator(LOADERS.threeDots)).toHaveCount(3)
    await expect(loader.locator(LOADERS.threeDots).first()).toBeVisible()
    held.resolve()
    await expect(cards(page).first()).toContainText('Expired')
    await expect(loader).toHaveCount(0)
    await page.unrouteAll()
  })
  await test.step('returns to the same position from a booking, also with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.evaluate(() => window.scrollTo(0, 3000))
    await expect.poll(() => lastInView(page)).not.toBeNull()
    const number = (await lastInView(page)) ?? ''
    await cards(page).filter({ hasText: number }).getByRole('link').click()
    await expect(page).toHaveURL(/\/booking-details\/card\?id=/)
    await page.goBack()
    await expect(cards(page).filter({ hasText: number })).toBeInViewport()
    await page.evaluate(() => window.scrollTo(0, 0))
  })
  await test.step('shows Not Available and N/A for empty values', async () => {
    await search(page).fill(bare)
    await count(page, '1 booking')
    await expect(cards(page).getByRole('heading')).toContainText('Not Available')
    await expect(cards(page)).toContainText('PlannerN/A')
  })
  await test.step('shows the booking on its card, and opens it by a click anywhere', async () => {
    await search(page).fill(own)
    const card = cards(page).filter({ hasText: `${own}1` })
    for (const text of [
      'Sangeet',
      `${own}1`,
      '5–6 Mar 2026',
      '02 Jan 2026',
      'Photography, Catering',
      'Aarav Mehta',
      'Expired',
    ])
      await expect(card).toContainText(text)
    const badge = card.getByText('Expired', { exact: true })
    await expect.poll(() => badge.evaluate(colourOf)).toBe('red')
    await search(page).press('Escape')
    await expect(page).toHaveURL(`/expired-bookings?numberId=${own}`)
    await card.click({ position: { x: 20, y: 150 } })
    await expect(page).toHaveURL(/\/booking-details\/card\?id=/)
    await expect(page.getByRole('heading', { name: 'Sangeet' })).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(`/expired-bookings?numberId=${own}`)
    await expect(cards(page)).toHaveCount(1)
  })
  await test.step('says that nothing matches, and clears the search', async () => {
    await search(page).fill(`${own}X`)
    await expect(page.getByText('No matches').first()).toBeVisible()
    await expect(page.getByText(NONE)).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect(page).toHaveURL('/expired-bookings')
    await expect(cards(page).first()).toBeVisible()
  })
  await test.step('says that a booking has not expired, and opens it', async () => {
    await search(page).fill(ahead)
    await expect(page.getByText(`${ahead} has not expired.`)).toBeVisible()
    await search(page).press('Escape')
    await page.getByRole('link', { name: `Open ${ahead}` }).click()
    await expect(page).toHaveURL(/\/booking-details\/card\?id=/)
  })
})

test('§2.1 /expired-bookings opens without a session, and shows bookings only with one', async ({
  page,
  app,
}) => {
  test.slow()
  const own = ownNumbers()
  await anExpiredBooking(app, { numberId: `${own}1` })
  const path = `/expired-bookings?numberId=${own}`
  await page.goto(path)
  await test.step('is empty without a session', async () => {
    await expect(page.getByText(NONE)).toBeVisible()
    await expect(page).toHaveURL(path)
    await expectAccessible(page)
  })
  await test.step('signing in leads back to it', async () => {
    await signInLink(page).click()
    await signIn(page)
    await expect(page).toHaveURL(path)
    await expect(cards(page)).toHaveCount(1)
  })
  await test.step('a session that ends in another tab clears the list, and leaves the screen open', async () => {
    const other = await page.context().newPage()
    await other.goto('/health')
    await other.evaluate(() => localStorage.clear())
    await expect(page.getByText(NONE)).toBeVisible()
    await expect(page).toHaveURL(path)
    await expect(signInLink(page)).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
  })
})

test('§2.7 on a plain host Expired Bookings shows what the host returns without a session', async ({
  page,
}) => {
  const bookings = [
    bookingJson({ numberId: 'MB1', eventType: 'Sangeet', ...PAST }),
    bookingJson({ numberId: 'MB12', eventType: 'Mehendi', ...PAST, createdAt: inDays(-41) }),
    bookingJson({ numberId: 'MB2', dateFrom: inDays(30) }),
    bookingJson({ numberId: 'MB3', ...PAST, createdAt: inDays(-12) }),
  ]
  const plain = await plainConsole(page, [], { bookings, session: false })
  await plain.open('/expired-bookings')
  await count(page, '2 bookings')
  await expect(cards(page).first()).toContainText('Sangeet')
  await plain.close()
})
