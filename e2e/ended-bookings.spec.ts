import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredBooking, inDays, ownNumbers } from './testing/records.ts'

const ENDED = { status: 'confirmEvent', dateFrom: inDays(-40), dateTo: inDays(-39) }
const PATH = '/booking-details/ended'

const cards = (page: Page) => page.getByRole('list', { name: 'Bookings' }).getByRole('article')
const line = (page: Page) => page.getByRole('link', { name: /^[\d,]+ ended, not completed$/ })
const search = (page: Page) => page.getByRole('combobox', { name: 'Search by Booking ID' })
const count = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

test('§4.3 confirmed events that have ended are counted on the Inprogress tab and listed', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const { numberId } = await aStoredBooking(app, {
    ...ENDED,
    numberId: ownNumbers(),
    createdAt: inDays(0),
  })
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
})

test('§4.3 on a plain host ended events are counted and listed', async ({ page }) => {
  const bookings = [
    bookingJson({ ...ENDED, numberId: 'MB1' }),
    bookingJson({ ...ENDED, numberId: 'MB3' }),
    bookingJson({
      status: 'confirmEvent',
      numberId: 'MB2',
      dateFrom: inDays(-1),
      dateTo: inDays(1),
    }),
  ]
  const plain = await plainConsole(page, [], { bookings })
  await plain.open('/booking-details?tab=inprogress')
  await count(page, '1 booking')
  await expect(line(page)).toHaveText('2 ended, not completed')
  await expectAccessible(page)
  await line(page).click()
  await count(page, '2 bookings')
  for (const number of ['MB1', 'MB3'])
    await expect(cards(page).filter({ hasText: number })).toHaveCount(1)
  await plain.close()
})
