import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { readId } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { stored } from './testing/activity.ts'
import { expect, test } from './testing/app.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredBooking, aStoredPartner, aStoredUser, ownNumbers } from './testing/records.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or go to' })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const options = (page: Page, which = {}) =>
  page.getByRole('listbox', { name: 'Results' }).getByRole('option', which)
const selected = (page: Page) => options(page, { selected: true })

async function openPalette(page: Page) {
  await expect(page.getByRole('banner')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

test.describe('the command palette', () => {
  test('opens by Ctrl K and by its button, goes to a page, and gives the focus back', async ({
    signedIn: page,
  }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await openPalette(page)
    await expectAccessible(page)
    await field(page).fill('det boo')
    await expect(group(page, 'Pages').getByRole('option')).toHaveText(['Booking Details'])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/booking-details')
    await expect(page.getByRole('main')).toBeFocused()

    const button = page.getByRole('banner').getByRole('button', { name: 'Search or go to' })
    await button.click()
    await expect(field(page)).toBeFocused()
    await expect(group(page, 'Recent').getByRole('option').first()).toHaveText('DashboardPage')
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeHidden()
    await expect(button).toBeFocused()
    await openPalette(page)
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeHidden()
  })

  test('finds bookings, partners and users, each opening where it is', async ({
    signedIn: page,
    app,
  }) => {
    const word = ownNumbers()
    await aStoredBooking(app, { numberId: word, eventType: 'Sangeet' })
    await aStoredPartner(app, { name: `Ananya ${word}`, status: 'AKYC' })
    await aStoredUser(app, { fullName: `Kavya ${word}` })
    await page.goto('/user-count')
    await openPalette(page)
    await field(page).fill(word)
    await expect(options(page)).toHaveCount(3)
    await expect(page.getByText('3 results')).toBeAttached()
    await expect(selected(page)).toContainText('Sangeet')
    await expect(options(page).locator('mark')).toHaveText([word, word, word])
    await expectAccessible(page)

    await page.keyboard.press('ArrowUp')
    await expect(selected(page)).toContainText('Kavya')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/booking-details/card')
    await expect(page.getByRole('heading', { name: 'Sangeet' })).toBeVisible()
  })

  test('leads to all records of a kind, where it shows the first 5', async ({ signedIn: page }) => {
    await page.goto('/user-count')
    await openPalette(page)
    await field(page).fill('a')
    for (const [name, all] of [
      ['Bookings', 'See all bookings found'],
      ['Partners', 'See approved partners found'],
      ['Users', 'See all users found'],
    ] as const) {
      await expect(group(page, name).getByRole('option')).toHaveCount(6)
      await expect(group(page, name).getByRole('option').last()).toHaveText(all)
    }
    await options(page, { name: 'See all bookings found' }).click()
    await expect(page).toHaveURL('/booking-details/found?search=a')
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.getByRole('link', { name: 'Back to dashboard' }).click()
    await expect(page).toHaveURL('/dashboard?search=a')
  })

  test('opens a partner and a user where they are, and remembers them', async ({
    signedIn: page,
    app,
  }) => {
    const word = ownNumbers()
    const partner = await aStoredPartner(app, { name: `Ananya ${word}`, status: 'AKYC' })
    await aStoredUser(app, { fullName: `Kavya ${word}` })
    await page.goto('/dashboard')
    await openPalette(page)
    await field(page).fill(word)
    await group(page, 'Partners').getByRole('option').click()
    await expect(page).toHaveURL(`/approval-panel/kyc/${partner.id}`)
    await expect(page.getByRole('heading', { name: partner.name })).toBeVisible()

    await openPalette(page)
    await field(page).fill(word)
    await group(page, 'Users').getByRole('option').click()
    await expect(page).toHaveURL(`/user-count?search=Kavya+${word}`)

    await openPalette(page)
    const recent = group(page, 'Recent').getByRole('option')
    await expect(recent.filter({ hasText: `Kavya ${word}` })).toContainText('User')
    await expect(recent.filter({ hasText: `Ananya ${word}` })).toContainText('Partner')
    await recent.filter({ hasText: `Ananya ${word}` }).click()
    await expect(page).toHaveURL(`/approval-panel/kyc/${partner.id}`)
  })

  test('keeps paths, ids and names of what was opened, and forgets what is gone', async ({
    signedIn: page,
    app,
  }) => {
    const partner = await aStoredPartner(app, { status: 'AKYC', aadharNo: '234567890124' })
    await page.goto(`/approval-panel/kyc/${partner.id}`)
    await expect(page.getByRole('heading', { name: partner.name })).toBeVisible()
    const kept = async () => JSON.parse((await stored(page, 'recent')) ?? 'null') as unknown
    const items = [{ kind: 'partner', id: partner.id, name: partner.name }]
    await expect.poll(kept).toEqual({ of: expect.any(String), items })
    await app.db.deleteFrom('partner').where('id', '=', partner.id).execute()
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await openPalette(page)
    await group(page, 'Recent').getByRole('option').filter({ hasText: partner.name }).click()
    await expect(page.getByText(`${partner.name} is no longer there.`)).toBeVisible()
    await expect(group(page, 'Recent')).toBeHidden()
    await expectAccessible(page)
  })

  test('acts: Super Admin, theme, keyboard shortcuts, and logging out', async ({
    signedIn: page,
  }) => {
    await page.goto('/guest-partners')
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await openPalette(page)
    await field(page).fill('dark')
    await page.keyboard.press('Enter')
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    expect(await scheme()).toBe('dark')

    await openPalette(page)
    await field(page).fill('keyboard')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await openPalette(page)
    await field(page).fill('super')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Super Admin' })
    await expect(dialog).toBeVisible()
    // a dialog is to be answered first
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await openPalette(page)
    await field(page).fill('log out')
    expect(await stored(page, 'recent')).not.toBeNull()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    expect(await stored(page, 'recent')).toBeNull()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeHidden()
  })

  test('loads its own code with the first use, and says when it could not', async ({
    signedIn: page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.route('**/assets/CommandPalette-*.js', (route) => route.abort())
    await page.goto('/gst-requests')
    await expect(page.getByRole('banner')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked.filter((url) => url.includes('CommandPalette'))).toEqual([])
    await page.keyboard.press('Control+k')
    await expect(page.getByText('The palette could not be loaded.')).toBeVisible()
    await page.unroute('**/assets/CommandPalette-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForLoadState('networkidle')
    await openPalette(page)
  })

  test('offers to try again when the search could not be made', async ({ signedIn: page }) => {
    await page.route('**/search?*', (route) => route.fulfill({ status: 403, json: {} }))
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await openPalette(page)
    await field(page).fill('mehta')
    const dialog = page.getByRole('dialog', { name: 'Search or go to' })
    await expect(dialog.getByText('The search could not be made.')).toBeVisible()
    await page.unroute('**/search?*')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    // other tests of this worker may have stored users of this name
    await expect(group(page, 'Users').getByRole('option').first()).toBeVisible()
  })
})

test('the command palette on a plain host finds what its lists hold', async ({ page }) => {
  const partner = partnerJson({ name: 'Ananya Iyer', status: 'pending' })
  const plain = await plainConsole(page, [partner])
  await plain.open('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await openPalette(page)
  await field(page).fill('iyer')
  await expect(selected(page)).toContainText('Ananya Iyer')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(
    (url) => url.pathname === `/approval-panel/kyc/${readId(partner['_id'])}`,
  )
  await plain.close()
})
