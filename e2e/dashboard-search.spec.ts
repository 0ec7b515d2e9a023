import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { queryOf } from './testing/query.ts'
import {
  aStoredBooking,
  aStoredPartner,
  aStoredUser,
  inDays,
  ownNumbers,
} from './testing/records.ts'

const field = (page: Page) => page.getByLabel('Search customers, bookings and partners')
const group = (page: Page, name: string) =>
  page.getByRole('search').getByRole('region', { name, exact: true })
const hits = (page: Page, name: string) => group(page, name).getByRole('link')

/** Returns a word that is only in the records that a test stores. */
const ownWord = () => `${ownNumbers().toLowerCase()}vana`

test('§2.4 the global search finds users, bookings and partners, and each hit leads to its record', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const word = ownWord()
  const upper = word.toUpperCase()
  await aStoredUser(app, { fullName: `Kavya ${word}`, phone: '66129-82948' })
  await aStoredBooking(app, {
    numberId: `${upper}1`,
    status: 'confirmEvent',
    eventType: 'Reception',
  })
  await aStoredBooking(app, {
    numberId: `${upper}2`,
    eventType: 'Sangeet',
    dateFrom: inDays(-30),
    createdAt: inDays(-60),
  })
  await aStoredPartner(app, { name: `Ananya ${upper}` })
  const { id } = await aStoredPartner(app, { name: `Zoya ${word}`, status: 'AKYC' })
  const [user, bookings, partners] = [
    hits(page, 'Customers'),
    hits(page, 'Bookings'),
    hits(page, 'Partners'),
  ]
  await page.goto('/dashboard')

  await test.step('finds records while the text is typed, and marks it in them', async () => {
    const typed = word.slice(0, -1)
    await field(page).pressSequentially(typed)
    // the first letters find others too
    await expect(user).toContainText([`Kavya ${word}`])
    await expect(page.getByText('Found: 1 customer, 2 bookings, 2 partners')).toBeAttached()
    await expect(bookings).toContainText(['Reception', 'Sangeet'])
    await expect(partners).toContainText(['Approved', 'Zoya'])
    const marked = [typed, ...Array.from({ length: 3 }, () => typed.toUpperCase()), typed]
    await expect(page.getByRole('search').locator('mark')).toHaveText(marked)
    await expectAccessible(page)
  })
  await test.step('keeps the search in the URL', async () => {
    await field(page).fill(word)
    await expect(page).toHaveURL(`/dashboard#?search=${word}`)
    await page.reload()
    await expect(field(page)).toHaveValue(word)
    await expect(user).toContainText(`Kavya ${word}`)
  })
  await test.step('the arrow keys move through the hits and back to the field', async () => {
    await expect(partners).toHaveCount(2)
    await field(page).focus()
    await page.keyboard.press('ArrowDown')
    await expect(user).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(bookings.first()).toBeFocused()
    for (let hit = 0; hit < 4; hit += 1) await page.keyboard.press('ArrowDown')
    await expect(partners.last()).toBeFocused()
    for (let hit = 0; hit < 5; hit += 1) await page.keyboard.press('ArrowUp')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue(word)
  })
  await test.step('Enter on a user opens /user-count with the search, and their row open, marked and focused', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/user-count\\?user=.+&found=.+#\\?search=${word}$`))
    const row = page.getByRole('button', { name: `Kavya ${word}` })
    await expect(row).toHaveAttribute('aria-expanded', 'true')
    await expect(row).toContainText('Found')
    await expect(row).toBeFocused()
    await expect(row).toBeInViewport()
    await expect(page.getByRole('tab', { name: /^All/ })).toBeVisible()
    await expectAccessible(page)
    await page.goBack()
  })
  await test.step('finds the user by their names in another order, and by their phone in any writing', async () => {
    for (const typed of [`${word} kavya`, '+91 66129 82948', '0 6612982948', '66129 82948']) {
      await field(page).fill(typed)
      await expect(user.filter({ hasText: `Kavya ${word}` })).toBeVisible()
      await expect(user.locator('mark').first()).toBeVisible()
    }
    await field(page).fill(word)
    await expect(bookings).toHaveCount(2)
  })
  await test.step('a booking opens its detail, and Back restores the search', async () => {
    await bookings.first().click()
    await expect(page).toHaveURL(/\/booking-details\/card\?id=/)
    await expect(page.getByText(`${upper}1`).first()).toBeVisible()
    await page.goBack()
    await expect(field(page)).toHaveValue(word)
    await expect(bookings).toHaveCount(2)
  })
  await test.step('a booking that no tab lists (§5.10) opens its detail', async () => {
    await bookings.last().click()
    await expect(page).toHaveURL(/\/booking-details\/card\?id=/)
    await expect(page.getByRole('heading', { name: 'Sangeet' })).toBeVisible()
    await page.goBack()
  })
  await test.step('an approved partner opens /partner-details, and any other the Approval Panel', async () => {
    await expect(partners.first()).toHaveAttribute('href', `/partner-details#?search=${word}`)
    await expect(partners.last()).toContainText('Not approved: opens the Approval Panel')
    await partners.last().click()
    await expect(page).toHaveURL(`/approval-panel/kyc/${id}`)
    await page.goBack()
  })
  await test.step('Escape clears the search', async () => {
    await field(page).press('Escape')
    await expect(field(page)).toHaveValue('')
    await expect(page).toHaveURL('/dashboard')
    await expect(group(page, 'Customers')).toBeHidden()
  })
})

test('§2.4 all bookings found are listed newest first, and searched there', async ({
  signedIn: page,
  app,
}) => {
  const word = ownWord()
  const transaction = `TXN${ownNumbers()}`
  const places = Array.from({ length: 8 }, (_, at) => `Hall ${at}, ${word} Nagar`)
  // more than the dashboard shows, half of them in no tab
  for (const [at, location] of places.entries())
    await aStoredBooking(app, {
      numberId: `${ownNumbers()}${at}`,
      location,
      createdAt: inDays(-at - 1),
      ...(at === 3 && { transactionId: transaction }),
      ...(at % 2 && { dateFrom: null }),
    })
  const search = page.getByLabel('Search bookings')
  const count = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
  await page.goto('/dashboard')
  await test.step('the dashboard shows 5 and leads to all', async () => {
    await field(page).fill(word)
    await expect(group(page, 'Bookings').getByRole('listitem')).toHaveCount(5)
    await group(page, 'Bookings').getByRole('link', { name: 'See all bookings found' }).click()
    await expect(page).toHaveURL(`/booking-details/found#?search=${word}`)
    await expect(page).toHaveTitle('Bookings found · Mandap')
    await count('8 bookings')
    await expect(page.getByRole('article').getByText(/^Hall \d/)).toHaveText(places)
    await expect(page.locator('mark').first()).toHaveText(word)
  })
  await test.step('another search is in the URL, and is restored by a reload and from a booking', async () => {
    await search.fill(`hall 3, ${word}`)
    await count('1 booking')
    await page.reload()
    await count('1 booking')
    await page.getByRole('article').getByRole('link').click()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await count('1 booking')
  })
  await test.step('shows the transaction that was found, beside other words', async () => {
    await search.fill(`${transaction} hall`)
    await count('1 booking')
    await expect(page.getByRole('article')).toContainText(`${transaction} · ${places[3]}`)
  })
  await test.step('says that nothing was found, and asks for a text without one', async () => {
    await search.fill('nothing is called so')
    await expect(page.getByText('No bookings found.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect(page.getByText('Enter a search text.')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('Back returns to the search of the dashboard', async () => {
    await page.goBack()
    await page.goBack()
    await expect(field(page)).toHaveValue(word)
  })
  await test.step('says that there are more bookings than are counted', async () => {
    await page.route('**/bookings?list=found*', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as object
      await route.fulfill({ json: { ...body, total: 10_000, totalIsExact: false } })
    })
    await navigate(page, '/booking-details/found?search=wedding')
    await count('More than 10,000 bookings')
    await expect(page.getByText('The newest 10,000 are listed.')).toBeVisible()
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByText('All bookings shown, as')).toBeVisible()
  })
})

test('§2.4 the global search recovers from a failure, has debug data without hits, and keeps hits while it searches', async ({
  signedIn: page,
  app,
}) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.route('**/search?*', (route) => route.fulfill({ status: 403, json: {} }))
  await page.goto('/dashboard?search=mehta')

  await test.step('says that the search failed, and searches on Try again', async () => {
    await expect(page.getByText('The search failed.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/search?*')
    await page.getByRole('search').getByRole('button', { name: 'Try again' }).click()
    await expect(group(page, 'Customers').getByRole('listitem')).toHaveCount(5)
    await expect(page.getByText('Found: the first 5 customers')).toBeAttached()
  })
  await test.step("without hits says 'No results found.', followed by closed debug data", async () => {
    await field(page).fill('nothing is called so')
    await expect(page.getByRole('search').getByRole('paragraph')).toHaveText('No results found.')
    const debug = page.getByRole('group').filter({ hasText: 'Debug data' })
    await expect(debug.getByRole('region')).toHaveCount(0)
    expect(paths).not.toContain('/partners')
  })
  await test.step('the debug data is the first 20 records of each list, with masked numbers', async () => {
    const debug = page.getByRole('group').filter({ hasText: 'Debug data' })
    await debug.getByText('Debug data').click()
    for (const list of ['Customers', 'Bookings', 'Partners'])
      await expect(debug.getByRole('heading', { name: `${list} (20)` })).toBeVisible()
    const partners = JSON.parse(await debug.locator('pre').last().innerText()) as {
      aadharNo?: string
    }[]
    expect(partners).toHaveLength(20)
    const numbers = partners.map(({ aadharNo }) => aadharNo).filter(Boolean)
    expect(numbers.length).toBeGreaterThan(0)
    for (const number of numbers) expect(number).toMatch(/^XXXX XXXX \d{4}$/)
    await expectAccessible(page)
  })
  await test.step('keeps its hits while it searches again, and ends the search before', async () => {
    const word = ownWord()
    await aStoredUser(app, { fullName: `Kavya ${word}` })
    await aStoredUser(app, { fullName: `Asha ${word}` })
    await aStoredPartner(app, { name: `Meera ${word}`, status: 'approved' })
    await field(page).fill(word)
    await expect(hits(page, 'Customers')).toHaveCount(2)
    const held = Promise.withResolvers<void>()
    const searches: string[] = []
    await page.route('**/search?*', async (route) => {
      searches.push(queryOf(route.request()).get('text') ?? '')
      await held.promise
      await route.continue().catch(() => {})
    })
    await field(page).fill(`kavya ${word}`)
    await expect.poll(() => searches).toEqual([`kavya ${word}`])
    await expect(hits(page, 'Customers')).toHaveCount(2)
    // they belong to the text that found them
    const link = `/partner-details#?search=${word}`
    await expect(hits(page, 'Partners')).toHaveAttribute('href', link)
    const superseded = page.waitForEvent('requestfailed')
    await field(page).fill(`asha ${word}`)
    expect(queryOf(await superseded).get('text')).toContain('kavya')
    held.resolve()
    await expect(hits(page, 'Customers')).toHaveCount(1)
    await expect(hits(page, 'Customers')).toContainText(`Asha ${word}`)
  })
})
