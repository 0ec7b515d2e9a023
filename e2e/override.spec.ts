import type { Page } from '@playwright/test'
import { act } from './testing/activity.ts'
import { expect, type App, test } from './testing/app.ts'
import { expectNoKey } from './testing/keys.ts'
import { aStoredPartner } from './testing/records.ts'
import {
  backToHub,
  card,
  confirm,
  decide,
  dialog,
  fillDecision,
  openStep,
} from './testing/review.ts'
import {
  forgetAttempts,
  superAdminDialog,
  turnOnSuperAdmin,
  verifyThrough,
} from './testing/super-admin.ts'

test.beforeEach(({ app }) => forgetAttempts(app))

const DECIDED = { status: 'AKYC', kycStatus: 'AKYC' }

const statusOf = async ({ db }: App, id: string) =>
  (await db.selectFrom('partner').where('id', '=', id).select('body').executeTakeFirstOrThrow())
    .body['status']

/** Lets every grant expire. */
async function endGrants({ db }: App) {
  const ended = new Date(Date.now() - 1000)
  await db.updateTable('elevation').set({ expires_at: ended }).execute()
}

async function openDecided(page: Page, app: App) {
  const partner = await aStoredPartner(app, DECIDED)
  await page.goto(`/approval-panel/kyc/online-kyc/${partner.id}`)
  await expect(page.getByText(`${partner.name} · `)).toBeVisible()
  return partner
}

test.use({ ownContext: true })

test('the toggle on the hub unlocks closed and decided steps until the grant ends, and Disable closes them (§2.9, §6)', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const partner = await aStoredPartner(app, DECIDED)
  await page.goto(`/approval-panel/kyc/${partner.id}`)
  const closed = 'Decide Company Verification first.'
  await expect(card(page, 'In-Person')).toContainText(closed)
  await expect(card(page, 'In-Person').getByRole('link')).toHaveCount(0)
  const toggle = page.getByRole('main').getByRole('button', { name: 'Super Admin' })
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await toggle.click()
  await verifyThrough(page)
  await expect(page.getByRole('banner').getByText('15 min')).toBeVisible()
  await expect(card(page, 'In-Person').getByRole('link')).toBeVisible()
  await openStep(page, 'Online KYC')
  await decide(page, 'Decline', { items: ['Aadhar Card'], reason: 'Forged' })
  expect(await statusOf(app, partner.id)).toBe('DKYC')
  await expectNoKey(page, 'a')
  await page.getByRole('button', { name: 'Change the decision' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeFocused()
  await backToHub(page)
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('as Super Admin')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await toggle.click()
  await expect(card(page, 'In-Person')).toContainText(closed)
  await expect(card(page, 'In-Person').getByRole('link')).toHaveCount(0)
})

test('keeps the typed reason when the grant ends, offers Super Admin, and saves the decision', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  await page.clock.install()
  const partner = await openDecided(page, app)
  await turnOnSuperAdmin(page)
  await fillDecision(page, 'Decline', { items: ['Video'], reason: 'Typed for a long time' })
  await page.clock.fastForward('08:00')
  await act(page)
  await page.clock.fastForward('07:00')
  await endGrants(app)
  await expect(page.getByText('Super Admin has expired.')).toBeVisible()
  await expect(dialog(page)).toContainText('open to a Super Admin only')
  await confirm(page, 'Decline')
  await superAdminDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('Typed for a long time')
  expect(await statusOf(app, partner.id)).toBe('AKYC')
  await confirm(page, 'Decline')
  await verifyThrough(page)
  await expect(page.getByText('Online KYC: declined.')).toBeVisible()
  expect(await statusOf(app, partner.id)).toBe('DKYC')
})
