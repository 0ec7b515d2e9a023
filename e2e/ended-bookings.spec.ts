import { bookingJson } from '@mandap/domain/testing/builders.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './testing/house.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredBooking, aStoredPartner, inDays, ownNumbers } from './testing/records.ts'

const ENDED = { status: 'confirmEvent', dateFrom: inDays(-40), dateTo: inDays(-39) }

const cards = (page: Page) => page.getByRole('list', { name: 'Bookings' }).getByRole('article')
const line = (page: Page) => page.getByRole('link', { name: /^[\d,]+ ended, not completed$/ })
const title = (page: Page) => page.getByRole('heading', { name: 'Ended, not completed' })
const search = (page: Page) => page.getByRole('combobox', { name: 'Search by Number ID' })
const count = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

/** How many the line says there are. */
async function counted(page: Page): Promise<number> {
  return Number((await line(page).innerText()).replace(/\D/g, ''))
}

test.describe('§4.3 confirmed events that have ended', () => {
  test('are counted on the Inprogress tab alone, which leads to them and back', async ({
    signedIn: page,
    house,
  }) => {
    test.slow()
    const { numberId } = await aStoredBooking(house, {
      ...ENDED,
      numberId: ownNumbers(),
      createdAt: inDays(0),
    })
    await page.goto('/booking-details')
    await expect(cards(page).first()).toBeVisible()
    await expect(line(page)).toHaveCount(0)
    await page.getByRole('tab', { name: 'Inprogress' }).click()
    await expect(line(page)).toBeVisible()
    await expectAccessible(page)
    const total = await counted(page)
    await line(page).click()
    await expect(page).toHaveURL('/booking-details/ended')
    await expect(page).toHaveTitle('Ended, not completed · Mandap')
    await expect(title(page)).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pages' }).first()).toContainText(
      'Booking Details',
    )
    await count(page, `${total} bookings`)
    // newest first, however long ago the event was (§5.10)
    await expect(cards(page).first()).toContainText(numberId)
    await expect(cards(page).first()).toContainText('Ended')
    await page.getByRole('link', { name: 'Back to Booking Details' }).click()
    await expect(page).toHaveURL('/booking-details?tab=inprogress')
    await page.goForward()
    await expect(cards(page).first()).toContainText(numberId)
  })

  test('are narrowed and sorted as Booking Details is, in the address', async ({
    signedIn: page,
    house,
  }) => {
    const own = ownNumbers()
    const partner = await aStoredPartner(house)
    const ours = { eventId: 'e', cateringEvent: 'e', partnerName: partner.name }
    const store = (last: number, given: object) =>
      aStoredBooking(house, { ...ENDED, numberId: `${own}${last}`, ...given })
    await store(1, { createdAt: '2026-01-10T06:00:00Z', ...ours })
    await store(2, { createdAt: '2026-01-11T06:00:00Z', ...ours })
    await store(3, { createdAt: '2026-01-12T06:00:00Z' })
    await store(4, { dateFrom: inDays(-1), dateTo: null, ...ours })
    await page.goto(`/booking-details/ended?numberId=${own}`)
    await count(page, '4 bookings')

    await page.getByLabel('Service').selectOption('Catering')
    await count(page, '3 bookings')
    await page.getByLabel('Partner', { exact: true }).selectOption(partner.name)
    await page.getByLabel('Sort').selectOption('Oldest First')
    await expect(cards(page).first()).toContainText(`${own}1`)
    await page.getByLabel('Booked Date').fill('2026-01-11')
    await count(page, '1 booking')
    await page.reload()
    await count(page, '1 booking')
    await expect(cards(page)).toContainText(`${own}2`)
    await page.goBack()
    await count(page, '3 bookings')
    await page.getByLabel('Event date range').selectOption('Next Month')
    await expect(page.getByText('No bookings match the selected filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect(page).toHaveURL('/booking-details/ended?sort=oldest')
    await expect(cards(page).first()).toBeVisible()
  })

  test('are said to be there when their number is searched for in a tab, and the other way round', async ({
    signedIn: page,
    house,
  }) => {
    const own = ownNumbers()
    await aStoredBooking(house, { ...ENDED, numberId: `${own}1`, eventType: 'Haldi' })
    await aStoredBooking(house, { numberId: `${own}2`, status: 'confirmEvent' })
    await page.goto('/booking-details')
    await search(page).fill(`${own}1`)
    await expect(page.getByRole('listbox').getByRole('option')).toContainText(
      'Ended, not completed',
    )
    await expect(page.getByText(`${own}1 is in Ended, not completed.`)).toBeVisible()
    await page.goto(`/booking-details/ended?numberId=${own}2`)
    await expect(page.getByText(`${own}2 is in Upcoming.`)).toBeVisible()
    await page.goto(`/booking-details/ended?numberId=${own}1&service=Catering`)
    await expect(
      page.getByText(`${own}1 is in this list, but another filter hides it.`),
    ).toBeVisible()
    await page.getByRole('link', { name: `Open ${own}1` }).click()
    await expect(page.getByRole('heading', { name: 'Haldi' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to bookings' }).click()
    await expect(page).toHaveURL(`/booking-details/ended?numberId=${own}1&service=Catering`)
  })

  test('are where a hit of the dashboard leads', async ({ signedIn: page, house }) => {
    const { numberId } = await aStoredBooking(house, { ...ENDED, numberId: ownNumbers() })
    await page.goto(`/dashboard?search=${numberId}`)
    const hit = page.getByRole('search').getByRole('link', { name: numberId })
    await expect(hit).toContainText('In no tab: opens Ended, not completed')
    await hit.click()
    await expect(page).toHaveURL(`/booking-details/ended?numberId=${numberId}`)
    await expect(cards(page)).toContainText(numberId)
  })

  test('need a session', async ({ page }) => {
    await page.goto('/booking-details/ended')
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  })
})

test.describe('§4.3 confirmed events that have ended, on a plain host', () => {
  test('are counted and listed', async ({ page }) => {
    const ended = bookingJson({ ...ENDED, numberId: 'MB1' })
    const underWay = bookingJson({
      status: 'confirmEvent',
      numberId: 'MB2',
      dateFrom: inDays(-1),
      dateTo: inDays(1),
    })
    const plain = await plainConsole(page, [], { bookings: [ended, underWay] })
    await plain.open('/booking-details?tab=inprogress')
    await count(page, '1 booking')
    await expect(line(page)).toHaveText('1 ended, not completed')
    await line(page).click()
    await count(page, '1 booking')
    await expect(cards(page)).toContainText('MB1')
    await plain.close()
  })

  test('are no line and an empty list where there are none', async ({ page }) => {
    const underWay = { status: 'confirmEvent', dateFrom: inDays(-1), dateTo: inDays(1) }
    const plain = await plainConsole(page, [], { bookings: [bookingJson(underWay)] })
    await plain.open('/booking-details?tab=inprogress')
    await count(page, '1 booking')
    await expect(line(page)).toHaveCount(0)
    await plain.open('/booking-details/ended')
    await expect(page.getByText('No event has ended without being completed.')).toBeVisible()
    await expectAccessible(page)
    await plain.close()
  })
})
