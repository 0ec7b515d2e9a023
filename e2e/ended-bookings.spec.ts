import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { readId } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredBooking, aStoredPartner, inDays, ownNumbers } from './testing/records.ts'

const ENDED = { status: 'confirmEvent', dateFrom: inDays(-40), dateTo: inDays(-39) }
const PATH = '/booking-details/ended'

const cards = (page: Page) => page.getByRole('list', { name: 'Bookings' }).getByRole('article')
const line = (page: Page) => page.getByRole('link', { name: /^[\d,]+ ended, not completed$/ })
const planner = (page: Page) => page.getByRole('combobox', { name: 'Planner' })
const search = (page: Page) => page.getByRole('combobox', { name: 'Search by Booking ID' })
const count = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

test('§4.3 confirmed events that have ended are counted on the Inprogress tab, listed and filtered', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const { numberId } = await aStoredBooking(app, {
    ...ENDED,
    numberId: ownNumbers(),
    createdAt: inDays(0),
  })
  const own = ownNumbers()
  const partner = await aStoredPartner(app)
  const ours = { eventId: 'e', cateringEvent: 'e', partnerName: partner.name }
  const store = (last: number, given: object) =>
    aStoredBooking(app, { ...ENDED, numberId: `${own}${last}`, ...given })
  await store(1, { createdAt: '2026-01-10T06:00:00Z', ...ours })
  await store(2, { createdAt: '2026-01-11T06:00:00Z', ...ours })
  await store(3, { createdAt: '2026-01-12T06:00:00Z' })
  await store(4, { dateFrom: inDays(-1), dateTo: null, ...ours })
  await store(5, { eventId: 'e', cateringEvent: 'e' })
  await page.goto('/booking-details')

  await test.step('only the Inprogress tab counts them and leads to them', async () => {
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    await tab('Inprogress').click()
    await expect(line(page)).toBeVisible()
    await tab('Booked').click()
    await expect(cards(page).first()).toBeVisible()
    await expect(line(page)).toHaveCount(0)
    await tab('Inprogress').click()
    const total = Number((await line(page).innerText()).replace(/\D/g, ''))
    await line(page).click()
    await expect(page).toHaveURL(PATH)
    await count(page, `${total} bookings`)
  })
  await test.step('has its titles, and lists events newest first, however long ago they were (§5.10)', async () => {
    await expect(page).toHaveTitle('Ended, not completed · Mandap')
    await expect(page.getByRole('heading', { name: 'Ended, not completed' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pages' }).first()).toContainText(
      'Booking Details',
    )
    await expect(cards(page).first()).toContainText(numberId)
    await expect(cards(page).first()).toContainText('Ended')
  })
  await test.step('leads back to the Inprogress tab', async () => {
    await page.getByRole('link', { name: 'Back to Booking Details' }).click()
    await expect(page).toHaveURL('/booking-details?tab=inprogress')
    await page.goForward()
    await expect(cards(page).first()).toContainText(numberId)
  })
  await test.step('filters and sorts as Booking Details does, in the URL', async () => {
    await search(page).fill(own)
    await count(page, '5 bookings')
    await page.getByLabel('Service').selectOption('Catering')
    await count(page, '4 bookings')
    await planner(page).fill(partner.name)
    await page.getByRole('listbox').getByRole('option', { name: partner.name }).click()
    await count(page, '3 bookings')
    await page.getByLabel('Sort').selectOption('Oldest First')
    await expect(cards(page).first()).toContainText(`${own}1`)
    await page.getByLabel('Booked Date').fill('2026-01-11')
    await count(page, '1 booking')
    await page.reload()
    await count(page, '1 booking')
    await expect(cards(page)).toContainText(`${own}2`)
    await page.goBack()
    await count(page, '3 bookings')
  })
  await test.step('says that nothing matches, and clears the filters', async () => {
    await page.getByLabel('Event date range').selectOption('Next Month')
    await expect(page.getByText('No bookings match the selected filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect(page).toHaveURL(`${PATH}?sort=oldest`)
    await expect(cards(page).first()).toBeVisible()
  })
})

test('§4.3 a search for the number of an ended event leads to the list, and from there to other tabs', async ({
  signedIn: page,
  app,
}) => {
  const own = ownNumbers()
  await aStoredBooking(app, { ...ENDED, numberId: `${own}1`, eventType: 'Haldi' })
  await aStoredBooking(app, { numberId: `${own}2`, status: 'confirmEvent' })
  await page.goto('/booking-details')
  await test.step('a tab says that the event is in the list', async () => {
    await search(page).fill(`${own}1`)
    const suggestion = page.getByRole('listbox').getByRole('option')
    await expect(suggestion).toContainText('Ended, not completed')
    await expect(page.getByText(`${own}1 is in Ended, not completed.`)).toBeVisible()
  })
  await test.step('the list says that another event is in a tab', async () => {
    await navigate(page, `${PATH}?numberId=${own}2`)
    await expect(page.getByText(`${own}2 is in Upcoming.`)).toBeVisible()
  })
  await test.step('the list says that another filter hides the event, and opens it', async () => {
    await navigate(page, `${PATH}?numberId=${own}1&service=Catering`)
    await expect(
      page.getByText(`${own}1 is in this list, but another filter hides it.`),
    ).toBeVisible()
    await page.getByRole('link', { name: `Open ${own}1` }).click()
    await expect(page.getByRole('heading', { name: 'Haldi' })).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(`${PATH}?numberId=${own}1&service=Catering`)
  })
  await test.step('a hit of the dashboard opens the event', async () => {
    await navigate(page, `/dashboard?search=${own}1`)
    await page
      .getByRole('search')
      .getByRole('link', { name: `${own}1` })
      .click()
    await expect(page.getByRole('heading', { name: 'Haldi' })).toBeVisible()
  })
  await test.step('the list requires a session', async () => {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await page.goto(PATH)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  })
})

test('§4.3 on a plain host ended events are counted and listed', async ({ page }) => {
  const ended = bookingJson({ ...ENDED, numberId: 'MB1' })
  const another = bookingJson({ ...ENDED, numberId: 'MB3' })
  const inProgress = bookingJson({
    status: 'confirmEvent',
    numberId: 'MB2',
    dateFrom: inDays(-1),
    dateTo: inDays(1),
  })
  const plain = await plainConsole(page, [], { bookings: [ended, another, inProgress] })
  await plain.open('/booking-details?tab=inprogress')
  await test.step('counts and lists ended events', async () => {
    await count(page, '1 booking')
    await expect(line(page)).toHaveText('2 ended, not completed')
    await expectAccessible(page)
    await line(page).click()
    await count(page, '2 bookings')
    for (const number of ['MB1', 'MB3'])
      await expect(cards(page).filter({ hasText: number })).toHaveCount(1)
  })
  await test.step('counts what is left, and says that no event has ended', async () => {
    plain.host.bookings.delete(readId(another['_id']))
    await plain.open('/booking-details?tab=inprogress')
    await expect(line(page)).toHaveText('1 ended, not completed')
    plain.host.bookings.delete(readId(ended['_id']))
    await plain.open(PATH)
    await expect(page.getByText('No event has ended without being completed.')).toBeVisible()
    await expectAccessible(page)
    await navigate(page, '/booking-details?tab=inprogress')
    await count(page, '1 booking')
    // the host is asked for another tab after the number of ended events
    await page.getByRole('tab', { name: 'Upcoming' }).click()
    await expect(page.getByText('No bookings match the selected filters.')).toBeVisible()
    await page.getByRole('tab', { name: 'Inprogress' }).click()
    await count(page, '1 booking')
    await expect(line(page)).toHaveCount(0)
  })
  await plain.close()
})
