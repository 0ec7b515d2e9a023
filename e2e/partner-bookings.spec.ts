import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { upsertAll } from '@mandap/server/testing/records.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { type App, expect, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredBooking, aStoredPartner, inDays, ownNumbers } from './testing/records.ts'

const NO_BOOKINGS = 'No bookings found for this partner.'

const cards = (page: Page) => page.getByRole('list', { name: 'Bookings' }).getByRole('article')
const link = (page: Page, name: string) => page.getByRole('link', { name })
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).click()
const count = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

/** Stores a partner. `book` stores a confirmed booking of theirs on the same days, whose number is `own` and a digit. */
async function aBookedPartner(app: App) {
  const own = ownNumbers()
  const partner = await aStoredPartner(app)
  const booked = { partnerId: partner.id, partnerName: partner.name, status: 'confirmEvent' }
  const book = (digit: number, given: JsonObject = {}) =>
    aStoredBooking(app, { ...booked, numberId: `${own}${digit}`, ...given })
  return { partner, own, book }
}

test('§2.12 an approved partner’s page shows the partner and only their bookings', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const own = ownNumbers()
  const partner = await aStoredPartner(app, {
    companyName: 'Zutshi Caterers',
    companyLocation: 'Jaipur',
    mobileNo: '98200 12345',
    personalEmail: 'ojasvi@example.in',
  })
  const ours = { partnerId: partner.id, partnerName: partner.name }
  // §5.10 hides it from Booking Details, but not from its partner's page
  const past = { dateFrom: inDays(-60), dateTo: inDays(-59), createdAt: inDays(-90) }
  await aStoredBooking(app, { ...ours, numberId: `${own}1`, ...past })
  await aStoredBooking(app, { ...ours, numberId: `${own}2`, eventType: 'Sangeet' })
  await aStoredBooking(app, { partnerName: partner.name, numberId: `${own}3` })
  const partnerPath = `**/partners/${partner.id}`
  await page.route(partnerPath, (route) => route.fulfill({ status: 403 }))
  await page.goto(`/partner-details/${partner.id}`)

  await test.step('says that the partner could not be fetched, and fetches them on Try again (§8)', async () => {
    await expect(page.getByText('Failed to fetch partner details.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute(partnerPath)
    await tryAgain(page)
    await expect(cards(page)).toHaveCount(2)
  })
  await test.step('can be narrowed to upcoming events, in the URL', async () => {
    await page.getByRole('radio', { name: 'Upcoming' }).press('Space')
    await expect(page).toHaveURL(`/partner-details/${partner.id}?events=upcoming`)
    await expect(cards(page)).toHaveCount(1)
    await page.reload()
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toContainText(`${own}2`)
    await page.getByRole('radio', { name: 'All' }).press('Space')
    await expect(cards(page)).toHaveCount(2)
  })
  await test.step('shows the partner, and links to the phone and the email', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(partner.name)
    for (const text of ['Zutshi Caterers', 'Jaipur', 'Approved'])
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
    await expect(link(page, '98200 12345')).toHaveAttribute('href', 'tel:9820012345')
    const email = 'ojasvi@example.in'
    await expect(link(page, email)).toHaveAttribute('href', `mailto:${email}`)
  })
  await test.step('lists the bookings of the partner, newest first', async () => {
    await count(page, '2 bookings')
    await expect(cards(page).first()).toContainText(`${own}2`)
    await expect(cards(page).last()).toContainText(`${own}1`)
  })
  await test.step('opens a booking, and leads back to the partner and to the list', async () => {
    await cards(page).first().getByRole('link').click()
    await expect(page).toHaveURL(/\/booking-details\/card\?id=/)
    await expect(page.getByRole('heading', { name: 'Sangeet' })).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(`/partner-details/${partner.id}`)
    await link(page, 'Back to Partners Details').click()
    await expect(page).toHaveURL('/partner-details')
  })
  await test.step('shows the empty text for a partner without bookings', async () => {
    const { id } = await aStoredPartner(app)
    await navigate(page, `/partner-details/${id}`)
    await expect(page.getByText(NO_BOOKINGS)).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('reads a long list to its end', async () => {
    const busy = await aStoredPartner(app)
    const numbers = ownNumbers()
    const bookings = Array.from({ length: 120 }, (_, at) =>
      bookingJson({
        partnerId: busy.id,
        numberId: `${numbers}${at}`,
        createdAt: inDays(-1 - at),
      }),
    )
    await upsertAll(app.db, { bookings, partners: [], users: [], tempPartners: [] })
    await navigate(page, `/partner-details/${busy.id}`)
    await count(page, '120 bookings')
    await expect(cards(page).first()).toContainText(`${numbers}0`)
    await page.keyboard.press('End')
    await expect(cards(page).last()).toContainText(`${numbers}119`)
  })
  await test.step('does not find an unknown id, and leads to the list', async () => {
    await navigate(page, '/partner-details/nobody')
    await expect(page.getByRole('heading', { name: 'Partner Not Found' })).toBeVisible()
    await expect(page.getByText('Partner not found.')).toBeVisible()
    await expectAccessible(page)
    await link(page, 'Go to Partners Details').click()
    await expect(page).toHaveURL('/partner-details')
  })
})

test('§2.12 on a plain host bookings are filtered by partnerId, and a swapped booking leaves the list', async ({
  page,
}) => {
  const partner = partnerJson({ _id: 'p1', name: 'Zoya Khan', status: 'approved' })
  const other = partnerJson({ _id: 'p2', name: 'Arjun Bose', status: 'approved' })
  const bookings = [
    bookingJson({ partnerId: 'p1', eventType: 'Sangeet' }),
    bookingJson({ partnerId: 'p2', eventType: 'Mehendi' }),
  ]
  const plain = await plainConsole(page, [partner, other], { bookings })
  await plain.open('/partner-details/p1')
  await test.step('lists the bookings of the partner', async () => {
    await count(page, '1 booking')
    await expect(cards(page)).toContainText('Sangeet')
  })
  await test.step('a swapped booking leaves the list', async () => {
    await cards(page).getByRole('link').click()
    await page.getByRole('button', { name: 'Edit planner' }).click()
    await page.getByLabel('Existing partner').last().fill('Arjun')
    await page.getByRole('option', { name: 'Arjun Bose' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Event planner details' })).toContainText(
      'Arjun Bose',
    )
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page.getByText(NO_BOOKINGS)).toBeVisible()
  })
  await test.step('does not find an unknown id', async () => {
    await navigate(page, '/partner-details/p3')
    await expect(page.getByRole('heading', { name: 'Partner Not Found' })).toBeVisible()
  })
  await plain.close()
})

test('§2.12 a partner’s page names the double bookings and marks their cards', async ({
  signedIn: page,
  app,
}) => {
  const { partner, own, book } = await aBookedPartner(app)
  await book(1)
  await book(2, { status: 'pending', dateTo: null })
  await book(3, { dateFrom: inDays(50), dateTo: null })
  await page.route('**/bookings?list=onDays*', (route) => route.fulfill({ status: 403 }))
  await page.goto(`/partner-details/${partner.id}`)

  await test.step('says that they could not be loaded, and loads them on Try again', async () => {
    await expect(page.getByText('The double bookings could not be loaded.')).toBeVisible()
    const { y } = (await cards(page).first().boundingBox()) ?? {}
    await page.unroute('**/bookings?list=onDays*')
    await tryAgain(page)
    await expect(page.getByText('1 double booking from today on')).toBeVisible()
    // the list stays in place
    expect(await cards(page).first().boundingBox()).toMatchObject({ y })
  })
  await test.step('names both bookings with links, and marks both cards', async () => {
    await page.getByText('1 double booking from today on').click()
    const pairs = page.getByRole('listitem').filter({ hasText: `${own}1` })
    await expect(pairs.getByRole('link', { name: `${own}2` })).toBeVisible()
    await expect(cards(page).filter({ hasText: 'Double booking' })).toHaveCount(2)
    await expect(cards(page).filter({ hasText: `${own}3` })).not.toContainText('Double booking')
    await expectAccessible(page)
  })
  await test.step('opens one of them, which names the other', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: `${own}2` })
      .first()
      .click()
    const planner = page.getByRole('region', { name: 'Event planner details' })
    await expect(planner.getByRole('link', { name: `${own}1` })).toBeVisible()
  })
})

test('the double bookings of a partner are listed further as the list is scrolled', async ({
  signedIn: page,
  app,
}) => {
  const { partner, book } = await aBookedPartner(app)
  for (let at = 0; at < 10; at += 1) await book(at)
  await page.goto(`/partner-details/${partner.id}`)
  const pairs = page.getByRole('group').getByRole('listitem')
  await page.getByText('45 double bookings from today on').click()
  await expect(pairs).toHaveCount(40)
  await pairs.last().scrollIntoViewIfNeeded()
  await expect(pairs).toHaveCount(45)
})
