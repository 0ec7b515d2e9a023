import { DAY, localDate, startOfDay } from '@mandap/domain/time/days.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './testing/app.ts'
import { aStoredBooking, aStoredPartner, inDays, ownNumbers } from './testing/records.ts'

/** Where the browser of the journeys stands. */
const ZONE = 'Asia/Kolkata'

const TABS = [
  'Booked',
  'Partner Visited',
  'Inprogress',
  'Upcoming',
  'Completed',
  'Cancelled Booking',
  'Cancelled Event',
]

const cards = (page: Page) => page.getByRole('list', { name: 'Bookings' }).getByRole('article')
const search = (page: Page) => page.getByRole('combobox', { name: 'Search by Number ID' })
const suggestions = (page: Page) => page.getByRole('listbox').getByRole('option')
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const count = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

test.describe('§2.5 Booking Details', () => {
  test('has the tabs of the specification, Booked first', async ({ signedIn: page }) => {
    test.slow()
    await page.goto('/booking-details')
    await expect(page.getByRole('tab')).toHaveText(TABS)
    await expect(tab(page, 'Booked')).toHaveAttribute('aria-selected', 'true')
    await expect(cards(page).first()).toBeVisible()
    await expectAccessible(page)
  })

  for (const [name, given] of [
    ['Booked', { status: 'cancelVisit' }],
    ['Partner Visited', { status: 'visited' }],
    ['Inprogress', { status: 'confirmEvent', dateFrom: inDays(-1), dateTo: inDays(1) }],
    ['Upcoming', { status: 'confirmEvent', dateFrom: inDays(2) }],
    ['Completed', { status: 'completed', dateFrom: inDays(-5) }],
    ['Cancelled Booking', { status: 'cancelBooking' }],
    ['Cancelled Event', { status: 'cancelEvent' }],
  ] as const)
    test(`${name} lists its bookings`, async ({ signedIn: page, app }) => {
      const numberId = `${ownNumbers()}1`
      await aStoredBooking(app, { numberId, ...given })
      await page.goto('/booking-details')
      await tab(page, name).click()
      // a tab begins without a search, also without what is typed before it stands
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
      await search(page).fill(numberId)
      await count(page, '1 booking')
      await expect(cards(page)).toContainText(numberId)
    })

  test.describe('over midnight', () => {
    test.use({ ownContext: true })

    test('a tab left open over midnight follows the day (§4.3)', async ({
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
      await page.clock.fastForward(31_000)
      await expect(page.getByText('No bookings match the selected filters.')).toBeVisible()
      await page.goto(`/booking-details?tab=inprogress&numberId=${numberId}`)
      await count(page, '1 booking')
    })
  })

  test('hides bookings without dateFrom or more than 6 days past (§5.10)', async ({
    signedIn: page,
    app,
  }) => {
    const own = ownNumbers()
    await aStoredBooking(app, { numberId: `${own}1`, dateFrom: null })
    await aStoredBooking(app, { numberId: `${own}2`, dateFrom: inDays(-7) })
    await aStoredBooking(app, { numberId: `${own}3`, dateFrom: inDays(-6) })
    await page.goto(`/booking-details?numberId=${own}`)
    await count(page, '1 booking')
    await expect(cards(page)).toContainText(`${own}3`)
  })

  test('shows what a card shows, and a click opens the booking', async ({
    signedIn: page,
    app,
  }) => {
    const own = ownNumbers()
    await aStoredBooking(app, {
      numberId: `${own.toLowerCase()}1`,
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
    await page.goto(`/booking-details?numberId=${own}1`)
    const card = cards(page).first()
    for (const text of [
      'Sangeet',
      `${own}1`,
      'Waiting for the user to confirm the Visit',
      '05 Dec 2031',
      '02 Nov 2026',
      'Photography, Catering',
      'Mehendi, DJ',
      'Aarav Mehta',
    ])
      await expect(card).toContainText(text)
    await card.click({ position: { x: 20, y: 150 } })
    await expect(page).toHaveURL('/booking-details/card')
    await expect(page.getByRole('heading', { name: 'Sangeet' })).toBeVisible()
  })

  test('narrows by event date, Booked Date, service and partner, and sorts', async ({
    signedIn: page,
    app,
  }) => {
    const own = ownNumbers()
    const partner = await aStoredPartner(app)
    const ours = { eventId: 'e', cateringEvent: 'e', partnerName: partner.name }
    await aStoredBooking(app, { numberId: `${own}1`, createdAt: '2026-01-10T06:00:00Z', ...ours })
    await aStoredBooking(app, { numberId: `${own}2`, createdAt: '2026-01-11T06:00:00Z', ...ours })
    await aStoredBooking(app, { numberId: `${own}3`, createdAt: '2026-01-12T06:00:00Z' })
    await aStoredBooking(app, { numberId: `${own}4`, dateFrom: inDays(100), ...ours })
    await page.goto(`/booking-details?numberId=${own}`)
    await count(page, '4 bookings')

    await page.getByLabel('Service').selectOption('Catering')
    await count(page, '3 bookings')
    await page.getByLabel('Partner', { exact: true }).selectOption(partner.name)
    await count(page, '3 bookings')
    await page.getByLabel('Sort').selectOption('Oldest First')
    await expect(cards(page).first()).toContainText(`${own}1`)
    await page.getByLabel('Booked Date').fill('2026-01-11')
    await count(page, '1 booking')
    await expect(cards(page)).toContainText(`${own}2`)
    await page.goBack()
    await count(page, '3 bookings')
    await expect(page.getByLabel('Booked Date')).toHaveValue('')

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await search(page).fill(own)
    await count(page, '4 bookings')
    for (const range of ['This Week', 'Next Week', 'This Month']) {
      await page.getByLabel('Event date range').selectOption(range)
      await expect(page).toHaveURL(/eventDate=/)
      await expect(cards(page).filter({ hasText: `${own}4` })).toHaveCount(0)
    }
  })

  test.describe('within the pause', () => {
    test.use({ ownContext: true })

    test('a number that is cleared and typed again within the pause is searched for again', async ({
      signedIn: page,
      app,
    }) => {
      const own = ownNumbers()
      await aStoredBooking(app, { numberId: `${own}1` })
      await page.clock.install()
      await page.goto(`/booking-details?numberId=${own}`)
      await count(page, '1 booking')
      await page.clock.pauseAt(Date.now() + 10_000)
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect(search(page)).toHaveValue('')
      await search(page).fill(own)
      await page.clock.resume()
      await count(page, '1 booking')
      await expect(page).toHaveURL(new RegExp(`numberId=${own}`))
    })
  })

  test('switching tab resets all filters and the search, and back brings them again', async ({
    signedIn: page,
  }) => {
    await page.goto('/booking-details?service=Catering&numberId=MB&sort=oldest&eventDate=thisMonth')
    await expect(page.getByLabel('Service')).toHaveValue('Catering')
    await tab(page, 'Upcoming').click()
    await expect(page).toHaveURL('/booking-details?tab=upcoming')
    await expect(search(page)).toHaveValue('')
    await expect(page.getByLabel('Service')).toHaveValue('')
    await expect(page.getByLabel('Sort')).toHaveValue('newest')
    await expect(page.getByLabel('Event date range')).toHaveValue('')
    await page.goBack()
    await expect(page.getByLabel('Service')).toHaveValue('Catering')
    await expect(search(page)).toHaveValue('MB')
  })

  test('opens a linked view, and ignores what it does not know', async ({ signedIn: page }) => {
    await page.goto('/booking-details?tab=upcoming&service=Catering&sort=best&eventDate=someday')
    await expect(tab(page, 'Upcoming')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByLabel('Service')).toHaveValue('Catering')
    await expect(page.getByLabel('Sort')).toHaveValue('newest')
    await expect(page.getByLabel('Event date range')).toHaveValue('')
    await expect(cards(page).first()).toContainText('Catering')
  })

  test('strips and upper-cases a typed number, and suggests at most 8 (§5.4)', async ({
    signedIn: page,
    app,
  }) => {
    test.slow()
    const own = ownNumbers()
    for (const last of '123456789') await aStoredBooking(app, { numberId: `${own}${last}` })
    await page.goto('/booking-details')
    await search(page).pressSequentially(`${own[0]}-${own.slice(1).toLowerCase()} `)
    await expect(search(page)).toHaveValue(own)
    await expect(suggestions(page)).toHaveCount(8)
    await expect(suggestions(page).first()).toContainText(`${own}1`)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await search(page).press('ArrowDown')
    await search(page).press('ArrowDown')
    await search(page).press('Enter')
    await expect(search(page)).toHaveValue(`${own}2`)
    await expect(suggestions(page)).toHaveCount(0)
    await count(page, '1 booking')
  })

  test('asks the host after a pause of 500 ms, and keeps only an exact numberId (§5.4)', async ({
    signedIn: page,
    app,
  }) => {
    const own = ownNumbers()
    const booking = await aStoredBooking(app, { numberId: `${own}1` })
    const asked: string[] = []
    let typed = 0
    let pause = 0
    await page.route(`**/bookings?numberId=*`, (route) => {
      pause = Date.now() - typed
      asked.push(new URL(route.request().url()).searchParams.get('numberId') ?? '')
      // a host may answer more than it was asked for
      return route.fulfill({
        json: [booking.json, { ...booking.json, _id: 'other', numberId: `${own}12` }],
      })
    })
    await page.route('**/bookings?numberPrefix=*', (route) => route.fulfill({ json: [] }))
    await page.goto('/booking-details')
    await expect(cards(page).first()).toBeVisible()
    typed = Date.now()
    await search(page).fill(`${own}1`)
    await expect(suggestions(page)).toHaveCount(1)
    await expect(suggestions(page)).toContainText(`${own}1`)
    expect(asked).toEqual([`${own}1`])
    expect(pause).toBeGreaterThanOrEqual(500)
  })

  test('says where a searched booking is that the list does not show', async ({
    signedIn: page,
    app,
  }) => {
    test.slow()
    const numberId = `${ownNumbers()}1`
    await aStoredBooking(app, { numberId, eventType: 'Haldi', status: 'completed' })
    await page.goto('/booking-details')
    await search(page).fill(numberId)
    await expect(page.getByText('No bookings match the selected filters.')).toBeVisible()
    await expect(page.getByText(`${numberId} is in Completed.`)).toBeVisible()
    await search(page).press('Escape')
    await expectAccessible(page)
    await page.getByRole('link', { name: `Open ${numberId}` }).click()
    await expect(page.getByRole('heading', { name: 'Haldi' })).toBeVisible()
  })

  test('when nothing matches says so, and clears the filters', async ({ signedIn: page }) => {
    await page.goto('/booking-details?numberId=QQ0&service=Event')
    await expect(page.getByText('No bookings match the selected filters.')).toBeVisible()
    const clear = page.getByRole('tabpanel').getByRole('button', { name: 'Clear filters' })
    await clear.last().click()
    await expect(page).toHaveURL('/booking-details')
    await expect(cards(page).first()).toBeVisible()
  })

  test('shows that bookings load; a failure gives the empty text and a way to try again (§8)', async ({
    signedIn: page,
  }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/bookings?tab=*', async (route) => {
      await held
      await route.fulfill({ status: 400, json: { error: { code: 'BROKEN', message: 'Broken.' } } })
    })
    await page.goto('/booking-details')
    await expect(page.getByText('Loading bookings…')).toBeVisible()
    release()
    await expect(page.getByText('No bookings match the selected filters.')).toBeVisible()
    await expect(page.getByText('The bookings could not be loaded.')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page).first()).toBeVisible()
  })

  test('on a phone folds the filters, and counts those that are on', async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/booking-details?service=Catering&eventDate=thisMonth')
    await expect(page.getByLabel('Service')).toBeHidden()
    const fold = page.getByRole('button', { name: 'Filters (2)' })
    await fold.click()
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
    await page.getByLabel('Service').selectOption('All Services')
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  })
})

test.describe('a long list', () => {
  test('draws what is in view, to its last card, without a page size', async ({
    signedIn: page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/booking-details?tab=upcoming')
    await expect(cards(page).first()).toBeVisible()
    const total = Number(await page.getByRole('listitem').first().getAttribute('aria-setsize'))
    expect(total).toBeGreaterThan(100)
    await page.keyboard.press('End')
    await expect(page.locator(`[aria-posinset="${total}"]`)).toBeInViewport()
    await expect(page.locator(`[aria-posinset="${total}"] article`)).toBeVisible()
    expect(await page.getByRole('listitem').count()).toBeLessThan(30)
  })

  test('back returns to the same place, with the focus where it was', async ({
    signedIn: page,
  }) => {
    await page.goto('/booking-details')
    await expect(cards(page).first()).toBeVisible()
    await page.mouse.move(700, 600)
    await page.mouse.wheel(0, 5000)
    const left = page.locator('[aria-posinset="90"]')
    await expect(left.getByRole('article')).toBeInViewport()
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

  test('keeps the focus of a card that has scrolled away, and Tab goes on from it', async ({
    signedIn: page,
  }) => {
    await page.goto('/booking-details')
    await cards(page).nth(2).getByRole('link').focus()
    await page.keyboard.press('End')
    // until the scroll has come to rest, the browser goes on with it over a focus that moves
    await expect.poll(() => page.evaluate(isAtEnd)).toBe(true)
    await expect(page.locator('[aria-posinset="3"]')).not.toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(page.locator('[aria-posinset="4"]').getByRole('link')).toBeFocused()
    await expect(page.locator('[aria-posinset="4"]')).toBeInViewport()
  })
})

function isAtEnd(): boolean {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement
  return scrollHeight - clientHeight - scrollTop < 1
}
