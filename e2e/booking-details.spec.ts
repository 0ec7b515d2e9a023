import { addDays, DAY, HOUR, localDate, startOfDay } from '@mandap/domain/time/days.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, test } from './testing/app.ts'
import { aStoredBooking, aStoredPartner, inDays, ownNumbers } from './testing/records.ts'

/** The time zone of the browser. */
const ZONE = 'Asia/Kolkata'
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const NONE = 'No bookings match the selected filters.'

/** A booking of each tab. */
const TABS = {
  Booked: { status: 'cancelVisit' },
  'Partner Visited': { status: 'visited' },
  Inprogress: { status: 'confirmEvent', dateFrom: inDays(-1), dateTo: inDays(1) },
  Upcoming: { status: 'confirmEvent', dateFrom: inDays(2) },
  Completed: { status: 'completed', dateFrom: inDays(-5) },
  'Cancelled Booking': { status: 'cancelBooking' },
  'Cancelled Event': { status: 'cancelEvent' },
}

const cards = (page: Page) => page.getByRole('list', { name: 'Bookings' }).getByRole('article')
const planner = (page: Page) => page.getByRole('combobox', { name: 'Planner' })
const search = (page: Page) => page.getByRole('combobox', { name: 'Search by Booking ID' })
const suggestions = (page: Page) => page.getByRole('listbox').getByRole('option')
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const service = (page: Page) => page.getByLabel('Service')
const sort = (page: Page) => page.getByLabel('Sort')
const eventDate = (page: Page) => page.getByLabel('Event date range')
const count = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

test('§2.5 Booking Details lists the bookings of each tab', async ({ signedIn: page, app }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/bookings?tab=*', async (route) => {
    await held.promise
    await route.continue()
  })
  const own = ownNumbers()
  const numbers = Object.keys(TABS).map((_, at) => `${own}${at}`)
  // booked last, so that it is the first of its tab
  for (const [at, given] of Object.values(TABS).entries())
    await aStoredBooking(app, { numberId: numbers[at], createdAt: inDays(1), ...given })
  await page.goto('/booking-details')

  await test.step('says that bookings load', async () => {
    await expect(page.getByText('Loading bookings…')).toBeVisible()
    held.resolve()
    await expect(cards(page).first()).toBeVisible()
    await page.unrouteAll()
  })
  await test.step('has the tabs of the specification, Booked selected', async () => {
    await expect(page.getByRole('tab')).toHaveText(Object.keys(TABS))
    await expect(tab(page, 'Booked')).toHaveAttribute('aria-selected', 'true')
  })
  await test.step('fetches a tab when the pointer reaches it', async () => {
    const fetched = page.waitForResponse(/\/bookings\?tab=completed/)
    await tab(page, 'Completed').hover()
    expect((await fetched).ok()).toBe(true)
    await expect(tab(page, 'Booked')).toHaveAttribute('aria-selected', 'true')
  })
  for (const [at, name] of Object.keys(TABS).entries())
    await test.step(`${name} lists its bookings`, async () => {
      await tab(page, name).click()
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
      await expect(cards(page).first()).toContainText(numbers[at] ?? '')
    })
})

test('§2.5 Booking Details filters and sorts, and keeps its filters in the URL', async ({
  signedIn: page,
  app,
}) => {
  const own = ownNumbers()
  const partner = await aStoredPartner(app)
  const ours = { eventId: 'e', cateringEvent: 'e', partnerName: partner.name }
  const store = (last: number, given: object) =>
    aStoredBooking(app, { numberId: `${own}${last}`, ...given })
  await store(1, { createdAt: '2026-01-10T06:00:00Z', ...ours })
  await store(2, { createdAt: '2026-01-11T06:00:00Z', ...ours })
  await store(3, { createdAt: '2026-01-12T06:00:00Z', dateFrom: inDays(-6) })
  await store(4, { dateFrom: inDays(100), ...ours })
  await store(5, { eventId: 'e', cateringEvent: 'e' })
  await store(6, { dateFrom: null })
  await store(7, { dateFrom: inDays(-7) })
  const dated = ownNumbers()
  const today = localDate(Date.now(), ZONE)
  for (const [at, day] of [today, addDays(today, 7)].entries()) {
    const dateFrom = new Date(startOfDay(day, ZONE) + 12 * HOUR).toISOString()
    await aStoredBooking(app, { numberId: `${dated}${at + 1}`, dateFrom })
  }
  await page.goto(
    '/booking-details?tab=upcoming&service=Catering&numberId=MB&sort=best&eventDate=someday',
  )

  await test.step('opens a linked view, and ignores unknown values', async () => {
    await expect(tab(page, 'Upcoming')).toHaveAttribute('aria-selected', 'true')
    await expect(service(page)).toHaveValue('Catering')
    await expect(sort(page)).toHaveValue('newest')
    await expect(eventDate(page)).toHaveValue('')
    await expect(cards(page).first()).toContainText('Catering')
  })
  await test.step('another tab resets the filters and the search, and Back restores them', async () => {
    await sort(page).selectOption('Oldest First')
    await eventDate(page).selectOption('This Month')
    await expect(page).toHaveURL(/eventDate=/)
    await tab(page, 'Booked').click()
    await expect(page).toHaveURL('/booking-details')
    await expect(search(page)).toHaveValue('')
    await expect(service(page)).toHaveValue('')
    await expect(sort(page)).toHaveValue('newest')
    await expect(eventDate(page)).toHaveValue('')
    await page.goBack()
    await expect(service(page)).toHaveValue('Catering')
    await expect(search(page)).toHaveValue('MB')
    await tab(page, 'Booked').click()
  })
  await test.step('hides bookings without dateFrom or more than 6 days past (§5.10)', async () => {
    await search(page).fill(own)
    await count(page, '5 bookings')
    for (const last of [1, 2, 3, 4, 5])
      await expect(cards(page).filter({ hasText: `${own}${last}` })).toHaveCount(1)
  })
  await test.step('filters by service, partner and Booked Date, and sorts', async () => {
    await service(page).selectOption('Catering')
    await count(page, '4 bookings')
    await planner(page).fill(partner.name)
    await page.getByRole('listbox').getByRole('option', { name: partner.name }).click()
    await count(page, '3 bookings')
    await sort(page).selectOption('Oldest First')
    await expect(cards(page).first()).toContainText(`${own}1`)
    await page.getByLabel('Booked Date').fill('2026-01-11')
    await count(page, '1 booking')
    await expect(cards(page)).toContainText(`${own}2`)
    await page.goBack()
    await count(page, '3 bookings')
    await expect(page.getByLabel('Booked Date')).toHaveValue('')
  })
  await test.step('takes a Booked Date that is typed digit by digit, and another year of it', async () => {
    const date = page.getByLabel('Booked Date')
    await date.pressSequentially('11112026')
    await expect(date).toHaveValue('2026-11-11')
    await expect(page).toHaveURL(/bookedDate=2026-11-11/)
    await date.press('End')
    await date.pressSequentially('2025')
    await expect(page).toHaveURL(/bookedDate=2025-11-11/)
    await date.press('2')
    await date.blur()
    await expect(date).toHaveValue('2025-11-11')
    await date.fill('')
    await count(page, '3 bookings')
  })
  await test.step('filters by event date range', async () => {
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(search(page)).toHaveValue('')
    await search(page).fill(dated)
    await count(page, '2 bookings')
    await eventDate(page).selectOption('Next Week')
    await expect(page).toHaveURL(/eventDate=nextWeek(&|#|$)/)
    await count(page, '1 booking')
    await expect(cards(page)).toContainText(`${dated}2`)
  })
  await test.step('folds the filters on a phone, and counts those that are set', async () => {
    await page.setViewportSize(PHONE)
    await expect(service(page)).toBeHidden()
    const fold = page.getByRole('button', { name: 'Filters (1)' })
    await fold.click()
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
    await service(page).selectOption('Event')
    await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible()
    await service(page).selectOption('All Services')
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
    await page.setViewportSize(DESKTOP)
  })
  await test.step('says that nothing matches, and clears the filters', async () => {
    await search(page).fill('QQ0')
    await expect(page.getByText(NONE)).toBeVisible()
    const clear = page.getByRole('tabpanel').getByRole('button', { name: 'Clear filters' })
    await clear.last().click()
    await expect(page).toHaveURL('/booking-details?sort=oldest')
    await expect(cards(page).first()).toBeVisible()
  })
})

test('§2.5, §5.4 Booking Details finds bookings by number, and a card opens its booking', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const own = ownNumbers()
  for (const last of '123456789') await aStoredBooking(app, { numberId: `${own}${last}` })
  const elsewhere = `${ownNumbers()}1`
  await aStoredBooking(app, { numberId: elsewhere, eventType: 'Haldi', status: 'completed' })
  const shown = ownNumbers()
  await aStoredBooking(app, {
    numberId: `${shown.toLowerCase()}1`,
    eventType: 'Sangeet',
    status: 'partnerVisited',
    dateFrom: '2031-12-05T04:30:00.000Z',
    createdAt: '2026-11-01T20:00:00.000Z',
    eventId: 'e',
    photographyEvent: 'e',
    cateringEvent: 'e',
    services: ['Mehendi', 'DJ'],
    partnerName: 'Aarav Mehta',
  })
  await page.goto('/booking-details')

  await test.step('suggests only the booking with exactly this number, and Not Available without an event type', async () => {
    const number = `${ownNumbers()}1`
    const { json } = await aStoredBooking(app, { numberId: number })
    // a host may return bookings that do not match
    await page.route('**/bookings?numberId=*', (route) =>
      route.fulfill({
        json: [
          { ...json, eventType: '' },
          { ...json, _id: 'other', numberId: `${number}2` },
        ],
      }),
    )
    await page.route('**/bookings?numberPrefix=*', (route) => route.fulfill({ json: [] }))
    await search(page).fill(number)
    await expect(suggestions(page)).toHaveCount(1)
    await expect(suggestions(page)).toContainText(number)
    await expect(suggestions(page)).toContainText('Not Available · ')
    await page.unrouteAll()
  })
  await test.step('strips and upper-cases a typed number, and suggests at most 8', async () => {
    await search(page).fill('')
    await search(page).pressSequentially(`${own[0]}-${own.slice(1).toLowerCase()} `)
    await expect(search(page)).toHaveValue(own)
    await expect(suggestions(page)).toHaveCount(8)
    await expect(suggestions(page).first()).toContainText(`${own}1`)
    await count(page, '9 bookings')
    await expectAccessible(page)
    await search(page).press('ArrowDown')
    await search(page).press('ArrowDown')
    await search(page).press('Enter')
    await expect(search(page)).toHaveValue(`${own}2`)
    await expect(suggestions(page)).toHaveCount(0)
    await count(page, '1 booking')
  })
  await test.step('says in which tab a booking is that the list does not show', async () => {
    await search(page).fill(elsewhere)
    await expect(page.getByText(NONE)).toBeVisible()
    await expect(page.getByText(`${elsewhere} is in Completed.`)).toBeVisible()
    await search(page).press('Escape')
    await expectAccessible(page)
    await page.getByRole('link', { name: `Open ${elsewhere}` }).click()
    await expect(page.getByRole('heading', { name: 'Haldi' })).toBeVisible()
    await page.goBack()
  })
  await test.step('shows the booking on its card, and opens it by a click anywhere', async () => {
    await search(page).fill(`${shown}1`)
    const card = cards(page).filter({ hasText: 'Sangeet' })
    for (const text of [
      'Sangeet',
      `${shown}1`,
      'Waiting for the user to confirm the Visit',
      '05 Dec 2031',
      '02 Nov 2026',
      'Photography, Catering',
      'Mehendi, DJ',
      'Aarav Mehta',
    ])
      await expect(card).toContainText(text)
    await search(page).press('Escape')
    await card.click({ position: { x: 20, y: 150 } })
    await expect(page).toHaveURL(/\/booking-details\/card\?id=/)
    await expect(page.getByRole('heading', { name: 'Sangeet' })).toBeVisible()
  })
})

test.describe('with a clock of its own', () => {
  test.use({ ownContext: true })

  test('Booking Details follows the day, and searches for a number that is typed again', async ({
    signedIn: page,
    app,
  }) => {
    const numberId = `${ownNumbers()}1`
    const midnight = startOfDay(localDate(Date.now(), ZONE), ZONE)
    const dateFrom = new Date(midnight + DAY / 2).toISOString()
    await aStoredBooking(app, { numberId, status: 'confirmEvent', dateFrom, dateTo: dateFrom })
    await page.clock.install({ time: midnight - 30_000 })
    await page.goto(`/booking-details?tab=upcoming&numberId=${numberId}`)
    await count(page, '1 booking')

    await test.step('an event of the new day leaves Upcoming at midnight and is in Inprogress (§4.3)', async () => {
      await page.clock.fastForward(31_000)
      await expect(page.getByText(NONE)).toBeVisible()
      await tab(page, 'Inprogress').click()
      await search(page).fill(numberId)
      await count(page, '1 booking')
    })
    await test.step('a number that is cleared and typed again within the pause is searched for again', async () => {
      await expect(page).toHaveURL(new RegExp(`numberId=${numberId}`))
      await page.clock.pauseAt(midnight + 600_000)
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect(search(page)).toHaveValue('')
      await search(page).fill(numberId)
      await page.clock.resume()
      await count(page, '1 booking')
      await expect(page).toHaveURL(new RegExp(`numberId=${numberId}`))
    })
  })
})

test('a long list draws only the cards in view, and keeps its position and focus', async ({
  signedIn: page,
}) => {
  await page.goto('/booking-details')

  await test.step('keeps the focus of a card that has scrolled away, and Tab goes on from it', async () => {
    await cards(page).nth(2).getByRole('link').focus()
    await page.keyboard.press('End')
    // a scroll that has not ended would go on after the focus moves
    await expect.poll(() => page.evaluate(isAtEnd)).toBe(true)
    await expect(page.locator('[aria-posinset="3"]')).not.toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(page.locator('[aria-posinset="4"]').getByRole('link')).toBeFocused()
    await expect(page.locator('[aria-posinset="4"]')).toBeInViewport()
  })
  await test.step('returns to the same position and focus from a booking and after a reload', async () => {
    await page.mouse.move(700, 600)
    await page.mouse.wheel(0, 5000)
    await expect.poll(() => page.evaluate(firstInView)).toBeGreaterThan(60)
    const left = page.locator(`[aria-posinset="${await page.evaluate(firstInView)}"]`)
    const { y } = (await left.boundingBox()) ?? {}
    await left.getByRole('link').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Event planner details' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to bookings' }).click()
    await expect(left.getByRole('link')).toBeFocused()
    expect((await left.boundingBox())?.y).toBe(y)
    await page.reload()
    await expect(left.getByRole('article')).toBeInViewport()
    expect((await left.boundingBox())?.y).toBe(y)
  })
  await test.step('draws what is in view, to its last card, without a page size', async () => {
    await page.setViewportSize(PHONE)
    await tab(page, 'Upcoming').click()
    await expect(cards(page).first()).toContainText('Service is Confirmed.')
    const total = Number(await page.getByRole('listitem').first().getAttribute('aria-setsize'))
    expect(total).toBeGreaterThan(100)
    await cards(page).first().getByRole('link').focus()
    await page.keyboard.press('End')
    await expect(page.locator(`[aria-posinset="${total}"]`)).toBeInViewport()
    await expect(page.locator(`[aria-posinset="${total}"] article`)).toBeVisible()
    expect(await page.getByRole('listitem').count()).toBeLessThan(30)
  })
})

/** Returns the position in the list of the first card that is completely in view, below the top bar. */
function firstInView(): number {
  const items = [...document.querySelectorAll('[aria-posinset]')]
  const first = items.find((item) => item.getBoundingClientRect().top > 60)
  return Number(first?.getAttribute('aria-posinset'))
}

function isAtEnd(): boolean {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement
  return scrollHeight - clientHeight - scrollTop < 1
}

test('§2.5 on a wide window the list has as many columns as fit, and cards show city and amount', async ({
  signedIn: page,
  app,
}) => {
  const numberId = ownNumbers()
  await aStoredBooking(app, { numberId, location: 'Fort, Jaipur', budget: 125_000 })
  await page.goto('/booking-details')
  const columns = () =>
    page
      .getByRole('list', { name: 'Bookings' })
      .getByRole('article')
      .evaluateAll((all) => new Set(all.map((card) => card.getBoundingClientRect().x)).size)
  for (const [width, most] of [
    [390, 1],
    [1440, 4],
    [3840, 11],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(columns, `columns at ${width}`).toBe(most)
  }
  await page.goto(`/booking-details?numberId=${numberId}`)
  const card = page.getByRole('article').filter({ hasText: numberId })
  await expect(card.getByText('Jaipur', { exact: true })).toBeVisible()
  await expect(card.getByText('₹1,25,000')).toBeVisible()
  const isWithin = () =>
    card.evaluate(
      (box) => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth,
    )
  await expect.poll(isWithin).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(card.getByText('₹1,25,000')).toBeHidden()
  // the styles of a phone apply a frame before the list has measured its columns
  await expect.poll(isWithin).toBe(true)
})
