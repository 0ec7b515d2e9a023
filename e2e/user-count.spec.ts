import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { upsertAll } from '@mandap/server/testing/records.ts'
import { readId } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, test } from './testing/app.ts'
import { withoutEvents } from './testing/network.ts'
import { plainConsole } from './testing/plain-console.ts'
import { queryOf } from './testing/query.ts'
import { inDays, ownNumbers } from './testing/records.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Customers' })
const search = (page: Page) => page.getByLabel('Search customers')
const show = (page: Page) => page.getByLabel('Show customers')
const row = (page: Page, name: string) => page.getByRole('button', { name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('§2.11 User Count finds a user, and counts and lists the bookings of each group', async ({
  signedIn: page,
  app,
}) => {
  const word = ownNumbers()
  const named = (name: string) =>
    // the search also finds words of the e-mail
    userJson({ fullName: `${name} ${word}`, email: `${word}@example.in` })
  const [kavya, zoya, arjun] = [`Kavya ${word}`, `Zoya ${word}`, `Arjun ${word}`]
  const user = named('Kavya')
  const of = { userId: user['_id'] }
  const bookings = [
    bookingJson({ ...of, status: 'confirmEvent', eventType: 'Sangeet', dateFrom: inDays(9) }),
    bookingJson({ ...of, status: 'confirmEvent', eventType: 'Haldi', dateFrom: inDays(5) }),
    bookingJson({ ...of, status: 'Cancel', eventType: 'Mehendi', dateFrom: inDays(3) }),
    // of no group
    bookingJson({ ...of, status: 'partnerVisited', eventType: 'Roka' }),
  ]
  const users = [user, named('Zoya'), named('Arjun')]
  await upsertAll(app.db, { users, bookings, partners: [], tempPartners: [] })
  await page.goto(`/user-count?search=${encodeURIComponent(kavya)}`)

  await test.step('searches for the text in the URL', async () => {
    await expect(search(page)).toHaveValue(kavya)
    await expect(page.getByText('1 customer', { exact: true })).toBeVisible()
  })
  await test.step('counts the bookings of a user in each tab, Upcoming first', async () => {
    await row(page, kavya).click()
    for (const name of [
      'Pending 0',
      'Upcoming 2',
      'Ongoing 0',
      'Completed 0',
      'Cancelled 1',
      'All 4',
    ])
      await expect(tab(page, name)).toBeVisible()
    await expect(tab(page, 'Upcoming 2')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('link', { name: /Sangeet/ })).toContainText('₹2,50,000')
  })
  await test.step('lists the bookings of a tab, and opens one', async () => {
    await tab(page, 'Cancelled 1').click()
    await expect(page).toHaveURL(/group=cancelled(#|$)/)
    await page.getByRole('link', { name: /Mehendi/ }).click()
    await expect(page).toHaveURL(/\/booking-details\/card\?id=/)
    await expect(page.getByRole('heading', { name: 'Mehendi' })).toBeVisible()
  })
  await test.step('stores the position of the list without the searched name', async () => {
    const positions = await page.evaluate(() => sessionStorage.getItem('mandap.lists'))
    expect(positions).toContain('"index":0')
    expect(positions).not.toContain('Kavya')
  })
  await test.step('Back restores the open user and tab, and a second press closes the user', async () => {
    await page.goBack()
    await expect(page.getByRole('link', { name: /Mehendi/ })).toBeVisible()
    await row(page, kavya).click()
    await expect(page.getByRole('tab')).toHaveCount(0)
  })
  await test.step('All lists the bookings of every group and of none', async () => {
    await row(page, kavya).click()
    await tab(page, 'All 4').click()
    await expect(page).toHaveURL(/group=all(#|$)/)
    for (const type of [/Sangeet/, /Haldi/, /Mehendi/, /Roka/])
      await expect(page.getByRole('link', { name: type })).toBeVisible()
  })
  await test.step('each tab has its own empty text', async () => {
    await search(page).fill(zoya)
    await row(page, zoya).click()
    for (const [label, empty] of [
      ['Pending', 'No pending bookings.'],
      ['Upcoming', 'No upcoming events.'],
      ['Ongoing', 'No ongoing events.'],
      ['Completed', 'No completed events.'],
      ['Cancelled', 'No cancelled bookings.'],
      ['All', 'No bookings.'],
    ] as const) {
      await tab(page, `${label} 0`).click()
      await expect(page.getByRole('tabpanel').getByText(empty, { exact: true })).toBeVisible()
    }
  })
  await test.step('filters users by the group of their bookings, in the URL', async () => {
    await search(page).fill(word)
    await expect(page.getByText('3 customers', { exact: true })).toBeVisible()
    await show(page).selectOption('With cancelled bookings')
    await expect(page).toHaveURL(/has=cancelled/)
    await expect(page.getByText('1 customer', { exact: true })).toBeVisible()
    await page.reload()
    await expect(row(page, kavya)).toBeVisible()
  })
  await test.step('Back leaves the group and keeps the search', async () => {
    await page.goBack()
    await expect(show(page)).toHaveValue('')
    await expect(page.getByText('3 customers', { exact: true })).toBeVisible()
    await page.goForward()
    await expect(page.getByText('1 customer', { exact: true })).toBeVisible()
  })
  await test.step('says that no user matches, and clears the filters', async () => {
    await search(page).fill(arjun)
    await expect(page.getByText('No users found.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByText('No users found.')).toHaveCount(0)
    await expect(page).toHaveURL(/\/user-count$/)
    await expect(search(page)).toHaveValue('')
  })
})

test('§2.11 the tabs of a user are listed from one page of bookings, or each by itself if there are more', async ({
  signedIn: page,
  app,
}) => {
  const word = ownNumbers()
  const users = ['Few', 'Many'].map((name) => userJson({ fullName: `${name} ${word}` }))
  const bookings = users.flatMap(({ _id: userId }, at) => [
    bookingJson({ userId, status: 'Cancel', eventType: 'Mehendi', createdAt: inDays(-9) }),
    ...Array.from({ length: at === 0 ? 9 : 10 }, () =>
      bookingJson({ userId, status: 'pending', eventType: 'Roka', createdAt: inDays(-1) }),
    ),
  ])
  await upsertAll(app.db, { users, bookings, partners: [], tempPartners: [] })
  const calls: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.searchParams.get('list') === 'ofUser')
      calls.push(url.searchParams.get('group') ?? 'all')
  })
  await withoutEvents(page)
  const links = page.getByRole('tabpanel').getByRole('link')
  await page.goto(`/user-count?search=${word}`)

  await test.step('ten bookings are read once for all tabs, before the row is opened', async () => {
    await row(page, `Few ${word}`).hover()
    await expect.poll(() => calls).toEqual(['all'])
    await row(page, `Few ${word}`).click()
    await expect(links).toHaveCount(9)
    await tab(page, 'Cancelled 1').click()
    await expect(links).toHaveText([/Mehendi/])
    expect(calls).toEqual(['all'])
  })
  await test.step('a failure before the row is opened is not shown', async () => {
    const counts = '**/booking-counts*'
    await page.route(counts, (route) => route.fulfill({ status: 400, json: {} }))
    const failed = page.waitForResponse(counts)
    await row(page, `Many ${word}`).hover()
    await (await failed).finished()
    await page.unroute(counts)

    const opened = Promise.withResolvers<void>()
    await page.route(counts, async (route) => {
      await opened.promise
      await route.continue()
    })
    await row(page, `Many ${word}`).click()
    await expect(page.getByRole('status', { name: 'Loading bookings' })).toBeVisible()
    opened.resolve()
    await expect(links).toHaveCount(10)
    await page.unroute(counts)
  })
  await test.step('the tab of an older booking is read by itself', async () => {
    await tab(page, 'Cancelled 1').click()
    await expect(links).toHaveText([/Mehendi/])
    expect(calls).toEqual(['all', 'all', 'pending', 'cancelled'])
  })
  await test.step('Show more reads on', async () => {
    await tab(page, 'All 11').click()
    await expect(links).toHaveCount(10)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(links).toHaveCount(11)
    await expect(page.getByRole('tabpanel').getByRole('listitem').last()).toBeFocused()
  })
})

test('§2.11 on a plain host User Count lists users and sums up their bookings', async ({
  page,
}) => {
  test.slow()
  const kavya = userJson({ fullName: 'Kavya Nair' })
  const of = { userId: kavya['_id'] }
  const bookings = [
    bookingJson({ ...of, status: 'completed', budget: '1,30,000.50', dateFrom: inDays(0) }),
    bookingJson({ ...of, status: 'confirmEvent', budget: 20_000, dateFrom: null }),
    bookingJson({ ...of, status: 'pending', budget: 5, cateringEvent: 'event-1' }),
    bookingJson({
      ...of,
      status: 'Cancel',
      eventType: 'Mehendi',
      photographyEvent: 'event-1',
      cateringEvent: 'event-1',
    }),
    bookingJson({ ...of, status: 'visited' }),
    bookingJson({ ...of, status: 'refunded' }),
  ]
  const hostile = ['x'.repeat(200), 'محمد بن سلمان', '🎉💍 आरव मेहता', '<b>bold</b>', '']
  const users = [kavya, ...hostile.map((fullName) => userJson({ fullName }))]
  const plain = await plainConsole(page, [partnerJson()], { users, bookings })
  await plain.open('/user-count')

  await test.step('Revenue is exact, also in its table', async () => {
    const revenue = card(page, 'Revenue')
    await expect(revenue).toContainText('₹1.5 L')
    await expect(revenue).toContainText('₹1,50,000.50 from confirmed and completed bookings')
    await revenue.getByText('Show as a table').click()
    await expect(revenue.getByRole('row', { name: /Other months or no date/ })).toContainText(
      '₹20,000',
    )
    await expect(revenue.getByRole('row', { name: /^All/ })).toContainText('₹1,50,000.50')
  })
  await test.step('the arrow keys move through the months', async () => {
    const months = page.getByRole('slider', { name: 'Confirmed revenue by month' })
    await expect(months).toHaveAttribute('aria-valuetext', /: ₹1,30,000.50$/)
    await months.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(months).toHaveAttribute('aria-valuetext', /: ₹0$/)
  })
  await test.step('User Services counts bookings by service', async () => {
    const services = card(page, 'User Services')
    for (const text of ['Catering2', 'Photography1', 'Event4'])
      await expect(services).toContainText(text)
  })
  await test.step('Summary counts users, bookings, partners and groups', async () => {
    const summary = card(page, 'Summary')
    for (const text of ['Customers6', 'Bookings6', 'Partners1', 'Pending bookings2'])
      await expect(summary).toContainText(text)
    for (const text of ['Completed bookings2', 'Cancelled bookings1', 'Other bookings1'])
      await expect(summary).toContainText(text)
    await expect(summary).toContainText('it can be more than Confirmed Bookings on the dashboard')
  })
  await test.step('the tabs of a user count and list their bookings', async () => {
    await row(page, 'Kavya Nair').click()
    for (const name of ['Pending 2', 'Upcoming 0', 'Ongoing 0', 'Completed 2', 'Cancelled 1'])
      await expect(tab(page, name)).toBeVisible()
    await tab(page, 'Cancelled 1').click()
    await expect(page.getByRole('link', { name: /Mehendi/ })).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('filters users by search and by the group of their bookings', async () => {
    await show(page).selectOption('With cancelled bookings')
    await expect(page.getByText('1 customer', { exact: true })).toBeVisible()
    await search(page).fill('nobody')
    await expect(page.getByText('No users found.')).toBeVisible()
  })
  await plain.close()
})

test('§2.11 the list of users scrolls by itself, draws only the rows in view, and keeps its position', async ({
  page,
}) => {
  const users = Array.from({ length: 3000 }, (_, at) =>
    userJson({ fullName: `User ${String(at).padStart(4, '0')}` }),
  )
  const bookings = [bookingJson({ userId: users[2960]?.['_id'], eventType: 'Haldi' })]
  const plain = await plainConsole(page, [], { users, bookings })
  const drawn = () => page.locator('li[data-index]').count()
  const scroll = (by: number) =>
    list(page).evaluate((ul, top) => {
      const box = ul.parentElement
      if (box) box.scrollTop += top
    }, by)
  await plain.open('/user-count')
  await expect(row(page, 'User 0000')).toBeVisible()

  await test.step('its height is capped, and it draws only the rows in view', async () => {
    const box = await list(page).locator('..').boundingBox()
    expect(box?.height).toBeLessThan(900)
    expect(await drawn()).toBeLessThan(40)
  })
  await test.step('Tab moves to the next user, and Enter opens it', async () => {
    await row(page, 'User 0000').focus()
    for (let step = 0; step < 30; step += 1) await page.keyboard.press('Tab')
    await expect(row(page, 'User 0030')).toBeFocused()
    await expect(row(page, 'User 0030')).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(row(page, 'User 0030')).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByText('No pending bookings.')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab')).toHaveCount(0)
  })
  await test.step('scrolls to the last user', async () => {
    await scroll(1_000_000)
    await expect(row(page, 'User 2999')).toBeInViewport()
    expect(await drawn()).toBeLessThan(40)
  })
  await test.step('another list begins at its top', async () => {
    await search(page).fill('user 29')
    await expect(row(page, 'User 2900')).toBeInViewport()
    await search(page).fill('')
    await expect(row(page, 'User 0000')).toBeInViewport()
    await scroll(1_000_000)
    await expect(row(page, 'User 2999')).toBeInViewport()
  })
  await test.step('Back from a booking returns to the same user', async () => {
    await scroll(-40 * 60)
    await row(page, 'User 2960').click()
    await tab(page, 'Pending 1').click()
    await page.getByRole('link', { name: /Haldi/ }).click()
    await expect(page).toHaveURL(/\/card\?id=/)
    await page.goBack()
    await expect(page.getByRole('link', { name: /Haldi/ })).toBeInViewport()
    await expect(row(page, 'User 2961')).toBeVisible()
  })
  await test.step('a found user whom the list does not begin with is above it, open and marked', async () => {
    const id = readId(users[2960]?.['_id'])
    await plain.open(`/user-count?search=user&user=${id}&found=${id}`)
    const found = page.getByRole('region', { name: 'Customer found' })
    await expect(found.getByRole('button', { name: 'User 2960' })).toBeFocused()
    await expect(found.getByRole('link', { name: /Haldi/ })).toBeInViewport()
    await expect(row(page, 'User 0000')).toBeVisible()
    await search(page).fill('user 0001')
    await expect(found).toHaveCount(0)
    await plain.open('/user-count?user=nobody&found=nobody')
    await expect(page.getByText('This customer no longer exists.')).toBeVisible()
  })
  await plain.close()
})

test('§2.11 totals come from the server, and fail and recover apart from the users (§8)', async ({
  signedIn: page,
}) => {
  const TOTALS = /\/totals\?/
  const USERS = /\/users\?/
  await page.route(TOTALS, (route) => route.fulfill({ status: 403, json: {} }))
  await page.goto('/user-count')

  await test.step('failed totals leave the users', async () => {
    await expect(page.getByText('The revenue could not be loaded.')).toBeVisible()
    await expect(page.getByText('The services could not be loaded.')).toBeVisible()
    await expect(page.getByText('The bookings by group could not be loaded.')).toBeVisible()
    await expect(list(page).getByRole('button').first()).toBeVisible()
  })
  await test.step('Try again shows the totals of the server', async () => {
    await page.unroute(TOTALS)
    const answered = page.waitForResponse(TOTALS)
    await card(page, 'Revenue').getByRole('button', { name: 'Try again' }).click()
    const { data } = (await (await answered).json()) as {
      data: { groups: Record<string, number>; services: Record<string, number>; other: number }
    }
    const inIndia = (count = NaN) => count.toLocaleString('en-IN')
    const bookings = Object.values(data.groups).reduce((sum, count) => sum + count, data.other)
    await expect(card(page, 'Revenue')).toContainText('from confirmed and completed bookings')
    const summary = card(page, 'Summary')
    await expect(summary).toContainText(`Bookings${inIndia(bookings)}Partners`)
    await expect(summary).toContainText(`Upcoming bookings${inIndia(data.groups['upcoming'])}`)
    const catering = `Catering${inIndia(data.services['Catering'])}`
    await expect(card(page, 'User Services')).toContainText(catering)
  })
  await test.step('failed users leave the totals, and are loaded on Try again', async () => {
    await page.route(USERS, (route) => route.fulfill({ status: 403, json: {} }))
    await search(page).fill('a')
    await expect(page.getByText('No users found.')).toBeVisible()
    await expect(page.getByText('The customers could not be loaded.')).toBeVisible()
    await expect(card(page, 'Revenue')).toContainText('from confirmed and completed bookings')
    await page.unroute(USERS)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(list(page).getByRole('button').first()).toBeVisible()
  })
})

test('§2.11 a list of a million users reaches the last one, scrolls by the wheel, and opens the pressed row', async ({
  signedIn: page,
}) => {
  const total = 1_000_000
  await page.route(/\/users\?/, (route) => {
    const query = queryOf(route.request())
    const first = Number(query.get('after') ?? query.get('skip') ?? 0)
    const data = Array.from({ length: Math.min(50, total - first) }, (_, at) => ({
      _id: `u${first + at}`,
      fullName: `User ${first + at}`,
    }))
    return route.fulfill({ json: { data, next: String(first + 50), total } })
  })
  await page.goto('/user-count')
  await expect(page.getByText('10,00,000 customers')).toBeVisible()
  const box = list(page).locator('..')
  await box.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(row(page, 'User 999999')).toBeInViewport()
  await box.hover()
  await page.mouse.wheel(0, -120)
  await expect(row(page, 'User 999999')).not.toBeInViewport()
  await expect(row(page, 'User 999994')).toBeInViewport()
  // a row that is only partly in view
  const { x = 0, y = 0 } = (await box.boundingBox()) ?? {}
  const pressed = await page.evaluate(
    ([left = 0, top = 0]) =>
      document.elementFromPoint(left, top)?.closest<HTMLElement>('li')?.dataset['index'],
    [x + 100, y + 8],
  )
  await page.mouse.click(x + 100, y + 8)
  await expect(page.locator(`li[data-index="${pressed}"] [aria-expanded="true"]`)).toBeAttached()
})
