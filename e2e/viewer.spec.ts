import { newAdministrator } from '@mandap/server/testing/administrators.ts'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, keepSession, test } from './testing/app.ts'
import { expectNoKey, loadDialog } from './testing/keys.ts'
import { navigate } from './testing/navigate.ts'
import { aStoredBooking, aStoredPartner } from './testing/records.ts'

const CHANGES_NOTHING =
  'Viewers cannot change anything. Ask a Super Admin for the administrator role.'

test('a viewer reads everything but documents and whole numbers, and is offered no change', async ({
  app,
  page,
}) => {
  test.slow()
  const viewer = await newAdministrator(app.db)
  const setRole = (role: 'administrator' | 'viewer') =>
    app.db.updateTable('administrator').set({ role }).where('email', '=', viewer.email).execute()
  await setRole('viewer')
  const partner = await aStoredPartner(app, {
    status: 'pending',
    aadharNo: '234567890124',
    aadharUrl: '/documents/65f0c0ffee00000000000006',
  })
  const booking = await aStoredBooking(app, { eventType: 'Reception' })
  await keepSession(page, await app.startSession(viewer))
  const superAdmin = page.getByRole('button', { name: 'Super Admin' })

  await test.step('the role in the token applies until the server has answered', async () => {
    await page.route('**/session', () => {})
    await page.goto(`/approval-panel/kyc/${partner.id}`)
    await expect(page.getByText('XXXX XXXX 0124')).toBeVisible()
    await expect(superAdmin).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Show Aadhar number' })).toHaveCount(0)
    await page.unroute('**/session')
  })

  await test.step('the bar has no Super Admin, and the account menu names the role', async () => {
    await page.goto(`/approval-panel/kyc/${partner.id}`)
    await expect(page.getByText('XXXX XXXX 0124')).toBeVisible()
    await expect(superAdmin).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Show Aadhar number' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByText('Viewer: you cannot change anything.')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await navigate(page, '/administrators')
    await expect(page.getByText('Only a Super Admin sees the administrators.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Turn Super Admin on' })).toHaveCount(0)
    await navigate(page, '/account')
    await expect(page.getByText('Viewer', { exact: true })).toBeVisible()
  })

  await test.step('document cards say that viewers do not see documents, and the actions are disabled', async () => {
    await navigate(page, `/approval-panel/kyc/online-kyc/${partner.id}`)
    const documents = page.getByText('Viewers do not see documents.')
    await expect(documents.first()).toBeVisible()
    const decision = page.getByRole('region', { name: 'Decision' })
    await expect(decision).toContainText(CHANGES_NOTHING)
    const approve = decision.getByRole('button', { name: 'Approve' })
    await expect(approve).toHaveAttribute('aria-disabled', 'true')
    await expect(approve).toHaveAccessibleDescription(CHANGES_NOTHING)
    await loadDialog(page, 'DecisionDialog')
    await expectNoKey(page, 'a')
    await expectAccessible(page)
  })

  await test.step('the planner of a booking cannot be edited', async () => {
    await navigate(page, `/booking-details/card?id=${booking.id}`)
    const edit = page.getByRole('button', { name: 'Edit planner' })
    await expect(edit).toHaveAttribute('aria-disabled', 'true')
    await expect(edit).toHaveAccessibleDescription(CHANGES_NOTHING)
    await loadDialog(page, 'EditPlanner')
    await expectNoKey(page, 'e')
    await expectAccessible(page)
  })

  await test.step('a role that changes while the screen is open refuses the next call with its reason', async () => {
    await setRole('administrator')
    await page.goto(`/approval-panel/kyc/${partner.id}`)
    const show = page.getByRole('button', { name: 'Show Aadhar number' })
    await expect(show).toBeVisible()
    await expect(superAdmin.first()).toBeVisible()
    await setRole('viewer')
    await show.click()
    await expect(page.getByText('Viewers cannot do this.')).toBeVisible()
    await expect(superAdmin).toHaveCount(0)
    await expect(page.getByRole('button', { name: /Aadhar number/ })).toHaveCount(0)
  })
})
