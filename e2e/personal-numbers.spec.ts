import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, type App, test } from './testing/app.ts'
import { aStoredPartner } from './testing/records.ts'
import { forgetAttempts, superAdminDialog, verifyThrough } from './testing/super-admin.ts'

const show = (page: Page) => page.getByRole('button', { name: 'Show Aadhar number' })
const hide = (page: Page) => page.getByRole('button', { name: 'Hide Aadhar number' })

async function openHub(page: Page, app: App, aadharNo = '234567890124') {
  const { id, name } = await aStoredPartner(app, { status: 'pending', aadharNo })
  await page.goto(`/approval-panel/kyc/${id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  return { id, name }
}

const LIMIT =
  'You have shown 60 personal numbers within an hour, which is the limit. Continue in 60 minutes, or turn Super Admin on to continue now.'

test.use({ ownContext: true })

test("'Show' reveals one number for half a minute, and the audit log of the partner has an entry", async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  await page.clock.install()
  const { name } = await openHub(page, app)
  await expect(page.getByText('XXXX XXXX 0124')).toBeVisible()
  await show(page).click()
  await expect(page.getByText('234567890124')).toBeVisible()
  await expect(hide(page)).toBeFocused()
  const said = `${ADMINISTRATOR.email} looked at the Aadhar number of partner ${name}`
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText(said)
  await page.clock.fastForward('00:20')
  await expect(page.getByText('234567890124')).toBeVisible()
  await page.clock.fastForward('00:11')
  await expect(page.getByText('234567890124')).toBeHidden()
  await expect(page.getByText('XXXX XXXX 0124')).toBeVisible()
  await show(page).click()
  await hide(page).click()
  await expect(page.getByText('234567890124')).toBeHidden()
})

test('hides a shown number on other screens', async ({ signedIn: page, app }) => {
  test.slow()
  const { id } = await openHub(page, app)
  await show(page).click()
  await expect(page.getByText('234567890124')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Online KYC' }).click()
  await expect(show(page)).toBeVisible()
  await expect(page.getByText('234567890124')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(`/approval-panel/kyc/${id}`)
  await expect(show(page)).toBeVisible()
  await expect(page.getByText('234567890124')).toBeHidden()
})

test('beyond the limit of an hour, a number is shown after Super Admin is on', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  await openHub(page, app)
  await show(page).click()
  await expect(page.getByText('234567890124')).toBeVisible()
  await hide(page).click()
  const showNumberByAccount = app.db
    .updateTable('attempt')
    .where('kind', '=', 'showNumberByAccount')
  await showNumberByAccount.set({ count: 60 }).execute()
  await show(page).click()
  await expect(superAdminDialog(page)).toBeVisible()
  await superAdminDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert').getByText(LIMIT)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again Aadhar number' }).click()
  await verifyThrough(page)
  await expect(page.getByText('234567890124')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText(/as Super Admin/)
  await forgetAttempts(app)
})
