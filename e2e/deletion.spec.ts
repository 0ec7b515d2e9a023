import { type JsonObject, readText } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, type App, test } from './testing/app.ts'
import { aStoredPartner } from './testing/records.ts'
import { seenAfter } from './testing/review.ts'
import { forgetAttempts, turnOnSuperAdmin } from './testing/super-admin.ts'

test.beforeEach(({ app }) => forgetAttempts(app))

const deletion = (page: Page) => page.getByRole('dialog', { name: 'Delete Partner' })
const deleteButton = (page: Page) => deletion(page).getByRole('button', { name: 'Delete' })
const typed = (page: Page) => deletion(page).getByLabel('Partner email')

/** Opens the panel on one partner alone, found by their town. */
async function openPanel(page: Page, { name, json }: { name: string; json: JsonObject }) {
  const town = readText(json['companyLocation'])
  await page.goto(`/approval-panel?search=${encodeURIComponent(town)}`)
  await expect(page.getByRole('article')).toContainText(name)
}

const isStored = async ({ db }: App, id: string) =>
  (await db.selectFrom('partner').where('id', '=', id).select('id').execute()).length > 0

test('only a Super Admin sees the delete icon, Delete needs the typed e-mail, and the audit log restores the partner (§2.8, §5.9)', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  // the browser's own check of e-mail addresses rejects this domain
  const personalEmail = 'Ojasvi.Zutshi@bücher.example'
  const partner = await aStoredPartner(app, {
    status: 'pending',
    companyLocation: 'Deletionpur',
    personalEmail,
  })
  await openPanel(page, partner)
  const icon = page.getByRole('button', { name: `Delete ${partner.name}` })
  await expect(icon).toHaveCount(0)
  await turnOnSuperAdmin(page)
  await icon.click()
  await expect(typed(page)).toBeFocused()
  await expect(deletion(page)).toContainText(personalEmail)
  await expect(deletion(page)).toContainText(
    'A Super Admin can restore them on the Activity page for 30 days.',
  )
  await expect(deleteButton(page)).toBeDisabled()
  await typed(page).press('Enter')
  await expect(typed(page)).toHaveAccessibleDescription(
    'Please enter the partner email to confirm deletion.',
  )
  await typed(page).fill('ojasvi@example.in')
  await typed(page).press('Enter')
  await expect(typed(page)).toHaveAccessibleDescription(
    "Email confirmation doesn't match. Please enter the exact partner email.",
  )
  await expect(deleteButton(page)).toBeDisabled()
  await expectAccessible(page)

  // the error that the field shows when it loses the focus would move these buttons
  for (const closing of ['Cancel', 'Close']) {
    await typed(page).fill('ojasvi@example')
    await deletion(page).getByRole('button', { name: closing }).click()
    await expect(deletion(page)).toBeHidden()
    await icon.click()
    await expect(typed(page)).toHaveValue('')
  }
  await typed(page).fill(personalEmail.toUpperCase())
  await expect(deleteButton(page)).toBeEnabled()
  expect(await isStored(app, partner.id)).toBe(true)
  await seenAfter(page, 'Partner deleted successfully!', () => deleteButton(page).click())
  await expect(page.getByText('No partners found for the selected status.')).toBeVisible()
  expect(await isStored(app, partner.id)).toBe(false)

  await page.goto(`/activity?search=${encodeURIComponent(partner.name)}`)
  const newest = page.getByRole('list', { name: 'Activity' }).getByRole('article').first()
  await expect(newest).toContainText(`deleted partner ${partner.name} as Super Admin`)
  await seenAfter(page, 'Partner restored.', () =>
    page.getByRole('button', { name: `Restore ${partner.name}` }).click(),
  )
  await expect(page.getByRole('button', { name: `Restore ${partner.name}` })).toHaveCount(0)
  await expect(page.locator('[data-count]')).toBeFocused()
  await expect(newest).toContainText(`restored partner ${partner.name}`)
  await newest.getByRole('link', { name: `partner ${partner.name}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(partner.name)
  await openPanel(page, partner)
})
