import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { readId } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './testing/app.ts'
import { plainConsole } from './testing/plain-console.ts'
import {
  aStoredBooking,
  aStoredPartner,
  aStoredUser,
  inDays,
  ownNumbers,
} from './testing/records.ts'

const field = (page: Page) => page.getByLabel('Search users, bookings and partners')
const group = (page: Page, name: string) =>
  page.getByRole('search').getByRole('region', { name, exact: true })

/** A word that stands in nothing but what a test stores with it. */
const ownWord = () => `${ownNumbers().toLowerCase()}vana`

test.describe('§2.4 the global search', () => {
  test('finds users, bookings and partners as one types, and marks what was found', async ({
    signedIn: page,
    app,
  }) => {
    const word = ownWord()
    await aStoredUser(app, { fullName: `Kavya ${word}` })
    await aStoredBooking(app, { numberId: word, eventType: 'Reception' })
    await aStoredPartner(app, { name: `Ananya ${word.toUpperCase()}`, aadharNo: '234567890124' })
    await page.goto('/dashboard')
    await field(page).pressSequentially(word.slice(0, -1))
    // the first letters find others too
    await expect(group(page, 'Users').getByRole('link')).toContainText([`Kavya ${word}`])
    await expect(page.getByText('Found: 1 user, 1 booking, 1 partner')).toBeAttached()
    await expect(group(page, 'Bookings').getByRole('link')).toContainText('Reception')
    await expect(group(page, 'Partners').getByRole('link')).toContainText('Approved')
    await expect(page.getByRole('search').locator('mark')).toHaveText([
      word.slice(0, -1),
      word.slice(0, -1).toUpperCase(),
      word.slice(0, -1).toUpperCase(),
    ])
    await expectAccessible(page)
    await expect(page).toHaveURL(`/dashboard?search=${word.slice(0, -1)}`)
    await page.reload()
    await expect(field(page)).toHaveValue(word.slice(0, -1))
    await expect(group(page, 'Users').getByRole('link')).toContainText(`Kavya ${word}`)
  })

  test('a user clicks through to /user-count, the search with it', async ({
    signedIn: page,
    app,
  }) => {
    const word = ownWord()
    await aStoredUser(app, { fullName: `Kavya ${word}` })
    await page.goto('/dashboard')
    await field(page).fill(word)
    await group(page, 'Users').getByRole('link').click()
    await expect(page).toHaveURL(`/user-count?search=${word}`)
  })

  test('a booking clicks through to the tab of /booking-details that lists it', async ({
    signedIn: page,
    app,
  }) => {
    const numberId = ownNumbers()
    await aStoredBooking(app, { numberId, status: 'confirmEvent' })
    await page.goto('/dashboard')
    await field(page).fill(numberId)
    await group(page, 'Bookings').getByRole('link').click()
    await expect(page).toHaveURL(`/booking-details?tab=upcoming&numberId=${numberId}`)
    await expect(page.getByRole('article')).toContainText(numberId)
    await page.goBack()
    await expect(field(page)).toHaveValue(numberId)
    await expect(group(page, 'Bookings').getByRole('link')).toBeVisible()
  })

  test('a booking that no tab lists (§5.10) opens its detail, and says so', async ({
    signedIn: page,
    app,
  }) => {
    const numberId = ownNumbers()
    await aStoredBooking(app, { numberId, dateFrom: inDays(-30), eventType: 'Sangeet' })
    await page.goto('/dashboard')
    await field(page).fill(numberId)
    const hit = group(page, 'Bookings').getByRole('link')
    await expect(hit).toContainText('In no tab: opens its detail')
    await hit.click()
    await expect(page).toHaveURL('/booking-details/card')
    await expect(page.getByRole('heading', { name: 'Sangeet' })).toBeVisible()
  })

  test('a partner clicks through to /partner-details, one who is not approved to where they are', async ({
    signedIn: page,
    app,
  }) => {
    const word = ownWord()
    await aStoredPartner(app, { name: `Asha ${word}` })
    const { id } = await aStoredPartner(app, { name: `Zoya ${word}`, status: 'AKYC' })
    await page.goto('/dashboard')
    await field(page).fill(word)
    const hits = group(page, 'Partners').getByRole('link')
    await expect(hits).toHaveCount(2)
    await expect(hits.first()).toHaveAttribute('href', `/partner-details?search=${word}`)
    await expect(hits.last()).toContainText('Not approved: opens the Approval Panel')
    await hits.last().click()
    await expect(page).toHaveURL(`/approval-panel/kyc/${id}`)
  })

  test('is walked through by keyboard', async ({ signedIn: page, app }) => {
    const word = ownWord()
    await aStoredUser(app, { fullName: `Kavya ${word}` })
    await aStoredPartner(app, { name: `Ananya ${word}` })
    await page.goto('/dashboard')
    await field(page).fill(word)
    const user = group(page, 'Users').getByRole('link')
    const partner = group(page, 'Partners').getByRole('link')
    await expect(partner).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(user).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(partner).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(partner).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/user-count?search=${word}`)
    await page.goBack()
    await field(page).press('Escape')
    await expect(field(page)).toHaveValue('')
    await expect(page).toHaveURL('/dashboard')
    await expect(group(page, 'Users')).toBeHidden()
  })

  test('leads to all bookings that it finds, newest first, and back', async ({
    signedIn: page,
    app,
  }) => {
    test.slow()
    const word = ownWord()
    // in more bookings than a page of the list holds, in no tab too
    for (let at = 0; at < 8; at += 1)
      await aStoredBooking(app, {
        numberId: `${ownNumbers()}${at}`,
        location: `Hall ${at}, ${word} Nagar`,
        createdAt: inDays(-at - 1),
        ...(at % 2 && { dateFrom: null }),
      })
    await page.goto('/dashboard')
    await field(page).fill(word)
    await expect(group(page, 'Bookings').getByRole('listitem')).toHaveCount(5)
    await group(page, 'Bookings').getByRole('link', { name: 'See all bookings found' }).click()
    await expect(page).toHaveURL(`/booking-details/found?search=${word}`)
    await expect(page).toHaveTitle('Bookings found · Mandap')
    await expect(page.getByText('8 bookings', { exact: true })).toBeVisible()
    const halls = page.getByRole('article').getByText(/^Hall \d/)
    await expect(halls).toHaveText(
      Array.from({ length: 8 }, (_, at) => `Hall ${at}, ${word} Nagar`),
    )
    await expect(page.locator('mark').first()).toHaveText(word)

    await page.getByLabel('Search bookings').fill(`hall 3, ${word}`)
    await expect(page.getByText('1 booking', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText('1 booking', { exact: true })).toBeVisible()
    await page.getByRole('article').getByRole('link').click()
    await page.getByRole('link', { name: 'Back to bookings' }).click()
    await expect(page.getByText('1 booking', { exact: true })).toBeVisible()
    await page.getByLabel('Search bookings').fill('nothing is called so')
    await expect(page.getByText('No bookings found.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect(page.getByText('Enter a search text.')).toBeVisible()
    await expectAccessible(page)
    await page.goBack()
    await page.goBack()
    await expect(field(page)).toHaveValue(word)
  })

  test('says that there are more bookings than are counted', async ({ signedIn: page }) => {
    await page.route('**/bookings?list=found*', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as object
      await route.fulfill({ json: { ...body, total: 10_000, totalIsExact: false } })
    })
    await page.goto('/booking-details/found?search=wedding')
    await expect(page.getByText('More than 10,000 bookings', { exact: true })).toBeVisible()
    await expect(page.getByText('The newest 10,000 are listed.')).toBeVisible()
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByText('All bookings shown, as')).toBeVisible()
  })

  test("without hits says 'No results found.', followed by the debug data, closed and masked", async ({
    signedIn: page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/dashboard')
    await field(page).fill('nothing is called so')
    await expect(page.getByRole('search').getByRole('paragraph')).toHaveText('No results found.')
    await expectAccessible(page)
    const debug = page.getByRole('group').filter({ hasText: 'Debug data' })
    await expect(debug.getByRole('region')).toHaveCount(0)
    expect(asked).not.toContain('/partners')
    await debug.getByText('Debug data').click()
    for (const list of ['Users', 'Bookings', 'Partners'])
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

  test('keeps what it found while the next search is under way, and asks once for a pause', async ({
    signedIn: page,
    app,
  }) => {
    const word = ownWord()
    await aStoredUser(app, { fullName: `Kavya ${word}` })
    await aStoredUser(app, { fullName: `Asha ${word}` })
    await page.goto('/dashboard')
    await field(page).fill(word)
    const hits = group(page, 'Users').getByRole('link')
    await expect(hits).toHaveCount(2)
    const held = Promise.withResolvers<void>()
    const asked: string[] = []
    await page.route('**/search?*', async (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('text') ?? '')
      await held.promise
      await route.continue().catch(() => {})
    })
    await field(page).fill(`kavya ${word}`)
    await expect.poll(() => asked).toEqual([`kavya ${word}`])
    await expect(hits).toHaveCount(2)
    const superseded = page.waitForEvent('requestfailed')
    await field(page).fill(`asha ${word}`)
    expect((await superseded).url()).toContain('kavya')
    held.resolve()
    await expect(hits).toHaveCount(1)
    await expect(hits).toContainText(`Asha ${word}`)
  })

  test('offers to try again when the search could not be made', async ({ signedIn: page }) => {
    await page.route('**/search?*', (route) => route.fulfill({ status: 403, json: {} }))
    await page.goto('/dashboard?search=mehta')
    await expect(page.getByText('The search failed.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/search?*')
    await page.getByRole('search').getByRole('button', { name: 'Try again' }).click()
    await expect(group(page, 'Users').getByRole('listitem')).toHaveCount(5)
    await expect(page.getByText('Found: the first 5 users')).toBeAttached()
  })
})

test.describe('§2.4 the global search on a plain host', () => {
  test('finds what its lists hold, by the same rules', async ({ page }) => {
    const partners = [partnerJson({ name: 'Ananya Iyer', status: 'approved' })]
    const plain = await plainConsole(page, partners)
    const user = userJson({ fullName: 'Kavya Iyer' })
    plain.host.users.set(readId(user['_id']), user)
    await plain.open('/dashboard')
    await field(page).pressSequentially('iYe')
    await expect(group(page, 'Users').getByRole('link')).toContainText('Kavya Iyer')
    await expect(group(page, 'Bookings')).toContainText('None')
    await expect(group(page, 'Partners').getByRole('link')).toContainText('Ananya Iyer')
    await field(page).fill('nobody')
    await expect(page.getByText('No results found.').last()).toBeVisible()
    await page.getByText('Debug data').click()
    await expect(page.getByText('"XXXX XXXX 0124"')).toBeVisible()
    await plain.close()
  })

  test('leads to all bookings that it finds', async ({ page }) => {
    const bookings = Array.from({ length: 60 }, (_, at) =>
      bookingJson({ numberId: `MB${at}`, location: 'Jaipur', createdAt: inDays(-at) }),
    )
    const plain = await plainConsole(page, [], { bookings })
    await plain.open('/dashboard?search=jaip')
    await group(page, 'Bookings').getByRole('link', { name: 'See all bookings found' }).click()
    await expect(page.getByText('60 bookings', { exact: true })).toBeVisible()
    await expect(page.getByRole('article').first()).toContainText('MB0')
    await page.keyboard.press('End')
    await expect(page.locator('[aria-posinset="60"] article')).toContainText('MB59')
    await plain.close()
  })

  test('says which list could not be searched, and tries again', async ({ page }) => {
    const plain = await plainConsole(page, [partnerJson({ name: 'Ananya Iyer' })])
    plain.host.failures.set('GET /user/all', 403)
    await plain.open('/dashboard?search=iyer')
    await expect(page.getByText('The users could not be searched.')).toBeVisible()
    await expect(group(page, 'Partners').getByRole('link')).toContainText('Ananya Iyer')
    await expectAccessible(page)
    plain.host.failures.clear()
    await page.getByRole('search').getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The users could not be searched.')).toBeHidden()
    await plain.close()
  })
})
