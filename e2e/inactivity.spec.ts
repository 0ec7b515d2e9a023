import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { act, stored } from './testing/activity.ts'
import { expect, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { plainConsole } from './testing/plain-console.ts'
import { signIn } from './testing/sign-in.ts'
import { forgetAttempts, turnOnSuperAdmin } from './testing/super-admin.ts'

const SIGNED_OUT = 'You were signed out after 15 minutes without activity.'

const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })
const stay = (page: Page) => warning(page).getByRole('button', { name: 'Stay signed in' })

/** Opens a screen with a clock that the test controls. */
async function open(page: Page, path: string, heading: string) {
  await page.clock.install()
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
}

test.use({ ownContext: true })

test.describe('§2.17 Inactivity', () => {
  test('warns one minute before, and signs out at once on Logout', async ({ signedIn: page }) => {
    test.slow()
    await open(page, '/booking-details', 'Booking Details')

    await test.step('warns one minute before with a countdown, over an open dialog', async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or go to' }).fill('meh')
      await page.clock.fastForward('13:50')
      await expect(warning(page)).toBeHidden()
      await page.clock.fastForward('00:10')
      await expect(stay(page)).toBeFocused()
      await expect(warning(page)).toContainText(/\b(60|5\d)\s*seconds left/)
      const status = warning(page)
        .getByRole('status')
        .filter({ hasText: /60 seconds/ })
      await expect(status).toHaveText('You will be signed out in 60 seconds.')
      await page.clock.fastForward('00:20')
      await expect(warning(page)).toContainText(/\b(40|3\d)\s*seconds left/)
      // announced at 60, 30 and 10 seconds only
      await expect(warning(page)).toContainText('You will be signed out in 60 seconds.')
    })
    await test.step('Stay signed in keeps the session and the dialog, which has the focus again', async () => {
      await stay(page).click()
      await expect(warning(page)).toBeHidden()
      await expect(page.getByRole('combobox', { name: 'Search or go to' })).toBeFocused()
      await expect(page.getByRole('combobox', { name: 'Search or go to' })).toHaveValue('meh')
      await page.keyboard.press('Escape')
      await page.clock.fastForward('13:50')
      await expect(warning(page)).toBeHidden()
      expect(await stored(page, 'token')).not.toBeNull()
    })
    await test.step('Logout signs out at once, and signing in leads to the dashboard', async () => {
      await navigate(page, '/activity')
      await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
      await page.clock.fastForward('00:10')
      await expect(stay(page)).toBeFocused()
      await expectAccessible(page)
      await warning(page).getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL('/')
      await signIn(page)
      await expect(page).toHaveURL('/dashboard')
    })
  })

  test('ends the session in the browser and on the server, and returns to the screen after signing in', async ({
    signedIn: page,
    app,
  }) => {
    await forgetAttempts(app)
    await open(page, '/booking-details?tab=upcoming', 'Booking Details')
    await turnOnSuperAdmin(page)
    const token = await stored(page, 'token')

    await test.step('removes the tokens, turns Super Admin off, and goes to /', async () => {
      await page.clock.fastForward('15:01')
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('alert')).toContainText(SIGNED_OUT)
      await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused()
      for (const key of ['token', 'refresh', 'recent']) expect(await stored(page, key)).toBeNull()
      expect(await stored(page, 'superAdmin')).toBe('false')
    })
    await test.step('ends the session on the server', () =>
      expect
        .poll(async () => {
          const headers = { authorization: `Bearer ${token}` }
          return (await fetch(`${app.url}/session`, { headers })).status
        })
        .toBe(401))
    await test.step('returns to the screen after signing in', async () => {
      await page.reload()
      await expect(page.getByText(SIGNED_OUT)).toBeVisible()
      await signIn(page)
      await expect(page).toHaveURL('/booking-details?tab=upcoming')
      await expect(page.getByRole('heading', { name: 'Booking Details' })).toBeVisible()
      await page.clock.fastForward('13:00')
      await expect(warning(page)).toBeHidden()
    })
    await test.step('goes to / also from the screen that needs no session', async () => {
      await navigate(page, '/expired-bookings')
      await expect(page.getByRole('heading', { name: 'Expired Bookings' })).toBeVisible()
      await act(page)
      await page.clock.fastForward('15:01')
      await expect(page).toHaveURL('/')
      await expect(page.getByText(SIGNED_OUT)).toBeVisible()
    })
  })

  test('activity in one tab keeps the session of all tabs, and the session ends in all at once', async ({
    signedIn: page,
    context,
  }) => {
    await open(page, '/dashboard', 'Dashboard')
    const other = await context.newPage()
    await other.goto('/activity')
    await expect(other.getByRole('heading', { name: 'Activity' })).toBeVisible()
    await context.clock.fastForward('10:00')
    await act(other)
    await context.clock.fastForward('10:00')
    await act(page)
    await context.clock.fastForward('14:00')
    await expect(warning(page)).toBeVisible()
    await expect(warning(other)).toBeVisible()
    await stay(other).click()
    await expect(warning(page)).toBeHidden()
    await context.clock.fastForward('15:01')
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL('/')
      await expect(tab.getByText(SIGNED_OUT)).toBeVisible()
    }
    await signIn(page)
    await expect(page).toHaveURL('/dashboard')
    await expect(other).toHaveURL('/activity')
  })

  test('ends the session on a plain host after the minutes of its configuration', async ({
    page,
  }) => {
    const plain = await plainConsole(page, [], { idleMinutes: 5 })
    await page.clock.install()
    await plain.open('/approval-panel')
    await expect(page.getByRole('heading', { name: 'Partner Approval Panel' })).toBeVisible()
    await page.clock.fastForward('04:00')
    await expect(warning(page)).toBeVisible()
    await page.clock.fastForward('01:01')
    await expect(page.getByText('You were signed out after 5 minutes')).toBeVisible()
    expect(await stored(page, 'token')).toBeNull()
    await plain.close()
  })
})
