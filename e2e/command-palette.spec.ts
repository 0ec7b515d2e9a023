import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { stored } from './testing/activity.ts'
import { expect, test } from './testing/app.ts'
import { withoutEvents } from './testing/network.ts'
import { aStoredBooking, aStoredPartner, aStoredUser, ownNumbers } from './testing/records.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or go to' })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const recent = (page: Page, hasText: string) =>
  group(page, 'Recent').getByRole('option').filter({ hasText })
const options = (page: Page, which = {}) =>
  page.getByRole('listbox', { name: 'Results' }).getByRole('option', which)
const selected = (page: Page) => options(page, { selected: true })

async function openPalette(page: Page) {
  await expect(page.getByRole('banner')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

test('the command palette opens by Ctrl K and by its button, and goes to a page and to search results', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await test.step('Ctrl K opens it, and Enter goes to the page that matches', async () => {
    await openPalette(page)
    await expectAccessible(page)
    await field(page).fill('det boo')
    await expect(group(page, 'Pages').getByRole('option')).toHaveText(['Booking Details'])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/booking-details')
    await expect(page.getByRole('main')).toBeFocused()
  })
  await test.step('its button opens it with the recent pages, and Escape returns the focus', async () => {
    const button = page.getByRole('banner').getByRole('button', { name: 'Search or go to' })
    await button.click()
    await expect(field(page)).toBeFocused()
    await expect(group(page, 'Recent').getByRole('option').first()).toHaveText('DashboardPage')
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeHidden()
    await expect(button).toBeFocused()
  })
  await test.step('shows the first 5 records of each kind, and leads to all of them', async () => {
    await openPalette(page)
    await field(page).fill('a')
    for (const [name, ...more] of [
      ['Bookings', /^See all [\d,]+ bookings found[\d,]+ more$/],
      ['Partners', /^See all [\d,]+ partners found[\d,]+ more$/],
      ['Customers', /^See all [\d,]+ customers found[\d,]+ more$/],
    ] as const) {
      const shown = Array.from({ length: 5 }, () => /./)
      await expect(group(page, name).getByRole('option')).toHaveText([...shown, ...more])
    }
    await expectAccessible(page)
  })
  await test.step('says More results where the host does not count them', async () => {
    await page.route('**/bookings?list=found*', (route) => route.fulfill({ status: 403, json: {} }))
    const refused = page.waitForResponse((answer) => answer.url().includes('list=found'))
    await field(page).fill('an')
    await refused
    await expect(group(page, 'Bookings').getByRole('option').last()).toHaveText('More results')
    await page.unroute('**/bookings?list=found*')
    await field(page).fill('a')
    // results of the previous text cannot be selected
    await expect(group(page, 'Bookings')).toHaveCSS('opacity', '1')
    const all = options(page, { name: 'bookings found' })
    const count = (await all.textContent())?.match(/[\d,]+/)?.[0]
    await all.click()
    await expect(page).toHaveURL('/booking-details/found#?search=a')
    await expect(page.getByText(`${count} bookings`, { exact: true })).toBeVisible()
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.getByRole('link', { name: 'Back to dashboard' }).click()
    await expect(page).toHaveURL('/dashboard#?search=a')
  })
})

test('the command palette finds bookings, partners and users, and remembers those that were opened', async ({
  signedIn: page,
  app,
}) => {
  const word = ownNumbers()
  await aStoredBooking(app, { numberId: word, eventType: 'Sangeet' })
  const { id, name } = await aStoredPartner(app, { name: `Ananya ${word}`, status: 'AKYC' })
  await aStoredUser(app, { fullName: `Kavya ${word}` })
  // a change by another test would repeat the search that failed
  await withoutEvents(page)
  await page.goto('/partner/order')

  await test.step('finds records of each kind, marks the text, and selects the first', async () => {
    await openPalette(page)
    await field(page).fill(word)
    await expect(options(page)).toHaveCount(3)
    await expect(page.getByText('3 results')).toBeAttached()
    await expect(selected(page)).toContainText('Sangeet')
    await expect(options(page).locator('mark')).toHaveText([word, word, word])
    await expectAccessible(page)
  })
  await test.step('the arrow keys move around the ends, and Enter opens the booking', async () => {
    await page.keyboard.press('ArrowUp')
    await expect(selected(page)).toContainText('Kavya')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/booking-details\/card\?id=/)
    await expect(page.getByRole('heading', { name: 'Sangeet' })).toBeVisible()
  })
  await test.step('Enter that is pressed before the results opens the first of them when they arrive', async () => {
    const held = Promise.withResolvers<void>()
    await page.route('**/search?*', async (route) => {
      await held.promise
      await route.continue().catch(() => {})
    })
    await openPalette(page)
    await field(page).fill(name)
    await page.keyboard.press('Enter')
    await expect(field(page)).toBeVisible()
    held.resolve()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await page.unroute('**/search?*')
  })
  await test.step('Enter that is pressed before the results runs no action in place of a record', async () => {
    const room = await aStoredPartner(app, { name: `Dark Room ${word}`, status: 'AKYC' })
    const held = Promise.withResolvers<void>()
    await page.route('**/search?*', async (route) => {
      await held.promise
      await route.continue().catch(() => {})
    })
    await openPalette(page)
    await field(page).fill('dark')
    await expect(selected(page)).toHaveText('Use the dark theme')
    await page.keyboard.press('Enter')
    await expect(field(page)).toBeVisible()
    held.resolve()
    await expect(page.getByRole('heading', { name: room.name })).toBeVisible()
    await page.unroute('**/search?*')
    // another test runs the action
    await app.db.deleteFrom('partner').where('id', '=', room.id).execute()
  })
  await test.step('an action that was selected with the arrow keys does not wait for the results', async () => {
    const held = Promise.withResolvers<void>()
    await page.route('**/search?*', async (route) => {
      await held.promise
      await route.continue().catch(() => {})
    })
    await openPalette(page)
    await field(page).fill('keyboard')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    held.resolve()
    await page.unroute('**/search?*')
  })
  await test.step('Enter that is pressed before a search failed opens nothing, also after Try again', async () => {
    await page.route('**/search?*', (route) => route.fulfill({ status: 403, json: {} }))
    await openPalette(page)
    await field(page).fill(`kavya ${word}`)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Search or go to' })
    await expect(dialog.getByText('The search failed.')).toBeVisible()
    await page.unroute('**/search?*')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(selected(page)).toContainText(`Kavya ${word}`)
    await expect(page.getByText('1 result', { exact: true })).toBeAttached()
    await expect(field(page)).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('opens a partner who is not approved in the Approval Panel', async () => {
    await openPalette(page)
    await field(page).fill(word)
    await group(page, 'Partners').getByRole('option').click()
    await expect(page).toHaveURL(`/approval-panel/kyc/${id}`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
  })
  await test.step('opens a user in User Count', async () => {
    await openPalette(page)
    await field(page).fill(word)
    await group(page, 'Customers').getByRole('option').click()
    await expect(page).toHaveURL(new RegExp(`/user-count\\?user=.+&found=.+#\\?search=${word}$`))
    const row = page.getByRole('button', { name: `Kavya ${word}` })
    await expect(row).toHaveAttribute('aria-expanded', 'true')
    await expect(row).toBeFocused()
  })
  await test.step('offers the records that were opened', async () => {
    await openPalette(page)
    await expect(recent(page, `Kavya ${word}`)).toContainText('Customer')
    await expect(recent(page, name)).toContainText('Partner')
    await recent(page, name).click()
    await expect(page).toHaveURL(`/approval-panel/kyc/${id}`)
  })
  await test.step('stores them encrypted', async () => {
    // the time, and the encrypted items
    await expect.poll(() => stored(page, 'recent')).toMatch(/^\d+\.[\w+/=]{100,}$/)
  })
  await test.step('says that a record no longer exists, and forgets it', async () => {
    await app.db.deleteFrom('partner').where('id', '=', id).execute()
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await openPalette(page)
    await recent(page, name).click()
    await expect(page.getByText(`${name} no longer exists.`)).toBeVisible()
    await expect(recent(page, name)).toBeHidden()
    await expectAccessible(page)
  })
})

test('the command palette loads its code when it is first opened, and runs actions', async ({
  signedIn: page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.route('**/assets/palette-*.js', (route) => route.abort())
  await page.goto('/gst-requests?search=nobody')
  await expect(page.getByText('No GST requests found.')).toBeVisible()

  await test.step('loads its code when it is first opened, and says when that failed', async () => {
    expect(requests.filter((url) => url.includes('/palette-'))).toEqual([])
    await page.keyboard.press('Control+k')
    await expect(page.getByText('The palette could not be loaded.')).toBeVisible()
    await page.unroute('**/assets/palette-*.js')
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Try again' }).click()
    await loaded
    await openPalette(page)
  })
  await test.step('sets the dark theme', async () => {
    await field(page).fill('dark')
    await page.keyboard.press('Enter')
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    await expect.poll(scheme).toBe('dark')
  })
  await test.step('shows the keyboard shortcuts', async () => {
    await openPalette(page)
    await field(page).fill('keyboard')
    await page.keyboard.press('Enter')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(keys).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
    await page.keyboard.press('?')
    await expect(keys.getByRole('region', { name: 'Everywhere' })).toBeVisible()
    await expect(keys.getByRole('region', { name: 'On this screen' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(keys).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Account' })).toBeFocused()
  })
  await test.step('opens Super Admin, and does not open over a dialog', async () => {
    await openPalette(page)
    await field(page).fill('super')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Super Admin' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('logs out, forgets the recent records, and does not open without a session', async () => {
    await openPalette(page)
    await field(page).fill('log out')
    await expect.poll(() => stored(page, 'recent')).not.toBeNull()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    expect(await stored(page, 'recent')).toBeNull()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeHidden()
  })
})

test('the command palette takes what is typed while its code is loading', async ({
  signedIn: page,
  app,
}) => {
  const word = ownNumbers()
  const { name } = await aStoredPartner(app, { name: `Lekha ${word}`, status: 'AKYC' })
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/palette-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/partner/order')
  await openPalette(page)

  await test.step('says that it is loading, and keeps the keys', async () => {
    await page.keyboard.type(name)
    await expect(field(page)).toHaveValue(name)
    await expect(page.getByRole('dialog').getByText('Loading…')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('closes on Escape, and opens again', async () => {
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeHidden()
    await openPalette(page)
    await page.keyboard.type(name.slice(0, 4))
  })
  await test.step('finds what was typed, and opens it on the Enter that was pressed', async () => {
    await page.keyboard.type(name.slice(4))
    await page.keyboard.press('Enter')
    held.resolve()
    await expect(page.getByRole('heading', { name })).toBeVisible()
  })
})
