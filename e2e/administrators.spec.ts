import { randomUUID } from 'node:crypto'
import { newAdministrator } from '@mandap/server/testing/administrators.ts'
import { addFactor } from '@mandap/server/testing/second-factor.ts'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { seenAfter } from './testing/review.ts'
import { forgetAttempts, turnOnSuperAdmin } from './testing/super-admin.ts'

const DESKTOP = { width: 1440, height: 900 }

test('a Super Admin invites, signs out and disables administrators', async ({
  app,
  signedIn: page,
}) => {
  test.slow()
  const invited = `${randomUUID()}@example.in`
  const colleague = await newAdministrator(app.db)
  const { idToken } = await app.startSession(colleague)
  const statusOf = async () =>
    (await fetch(`${app.url}/session`, { headers: { authorization: `Bearer ${idToken}` } })).status
  const mailTo = (email: string) => app.mails.findLast(({ to }) => to === email)
  const item = (email: string) =>
    page
      .getByRole('list', { name: 'Administrators' })
      .getByRole('listitem')
      .filter({ hasText: email })
  const dialog = page.getByRole('dialog')

  await test.step('the screen asks for Super Admin', async () => {
    await page.goto('/administrators')
    await expect(page.getByText('Only a Super Admin sees the administrators.')).toBeVisible()
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Administrators' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await forgetAttempts(app)
    await turnOnSuperAdmin(page)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('link', { name: 'Administrators' }).click()
    await expect(item(colleague.email)).toContainText('Last active')
    await expectAccessible(page)
  })

  await test.step('an invitation is mailed, and its link sets a password', async () => {
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await dialog.getByLabel('E-mail').fill('nobody')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog.getByText('Enter a valid e-mail address.')).toBeVisible()
    await expect(dialog.getByLabel('E-mail')).toBeFocused()
    await dialog.getByLabel('E-mail').fill(colleague.email)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog.getByText('is already an administrator.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('E-mail').fill(invited)
    await dialog.getByLabel('Name').fill('Nila Das')
    await dialog.getByText('Viewer', { exact: true }).click()
    await expect(dialog.getByText('Viewers see lists and records')).toBeVisible()
    await seenAfter(page, 'Invitation sent.', () =>
      dialog.getByRole('button', { name: 'Send invitation' }).click(),
    )
    await expect(item(invited)).toContainText('Viewer')
    await expect(item(invited)).toContainText('Invited')
    await expect(item(invited)).toContainText('Has not chosen a password yet')
    const [path = ''] = /\/reset-password\?\S+/.exec(mailTo(invited)?.text ?? '') ?? []
    const other = await page.context().newPage()
    await other.goto(path)
    await other.getByLabel('New password', { exact: true }).fill('three quiet elephants')
    await other.getByLabel('Repeat new password').fill('three quiet elephants')
    await other.getByLabel('Repeat new password').press('Enter')
    await expect(other.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
    await other.close()
    await app.signIn({ email: invited, password: 'three quiet elephants' })
  })

  await test.step('the role of a colleague changes with their next call', async () => {
    await item(colleague.email).getByRole('button', { name: 'Make viewer' }).click()
    await expectAccessible(page)
    await seenAfter(page, 'Role changed.', () =>
      dialog.getByRole('button', { name: 'Make viewer' }).click(),
    )
    await expect(item(colleague.email)).toContainText('Viewer')
    const headers = { authorization: `Bearer ${idToken}` }
    const session = await fetch(`${app.url}/session`, { headers })
    expect(await session.json()).toMatchObject({ role: 'viewer' })
    await expect
      .poll(() => mailTo(colleague.email)?.subject)
      .toBe('Your role in Mandap was changed')
    await item(colleague.email).getByRole('button', { name: 'Make administrator' }).click()
    await dialog.getByRole('button', { name: 'Make administrator' }).click()
    await expect(item(colleague.email)).not.toContainText('Viewer')
  })

  await test.step('all sessions of a colleague end', async () => {
    await item(colleague.email).getByRole('button', { name: 'End 1 session' }).click()
    await expectAccessible(page)
    await seenAfter(page, 'Sessions ended.', () =>
      dialog.getByRole('button', { name: 'End sessions' }).click(),
    )
    expect(await statusOf()).toBe(401)
    await expect.poll(() => mailTo(colleague.email)?.subject).toBe('You were signed out of Mandap')
  })

  await test.step('the second factor of a colleague is reset', async () => {
    const { id } = await app.db
      .selectFrom('administrator')
      .select('id')
      .where('email', '=', colleague.email)
      .executeTakeFirstOrThrow()
    await addFactor(app.db, id, new Date())
    await navigate(page, '/dashboard')
    await navigate(page, '/administrators')
    await item(colleague.email).getByRole('button', { name: 'Reset second factor' }).click()
    await seenAfter(page, 'Second factor removed.', () =>
      dialog.getByRole('button', { name: 'Reset second factor' }).click(),
    )
    await expect(
      item(colleague.email).getByRole('button', { name: 'Reset second factor' }),
    ).toHaveCount(0)
  })

  await test.step('a colleague is disabled, and can be invited again', async () => {
    await item(colleague.email).getByRole('button', { name: 'Disable' }).click()
    await seenAfter(page, 'Administrator disabled.', () =>
      dialog.getByRole('button', { name: 'Disable' }).click(),
    )
    await expect(item(colleague.email)).toContainText('Disabled')
    await expect(app.signIn(colleague)).rejects.toThrow('USER_DISABLED')
    await item(colleague.email).getByRole('button', { name: 'Invite again' }).click()
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expect(item(colleague.email)).toContainText('Invited')
  })

  await test.step('Activity shows the changes', async () => {
    await page.goto(`/activity?search=${encodeURIComponent(invited)}`)
    const log = page.getByRole('list', { name: 'Activity' })
    await expect(log).toContainText(`invited viewer ${invited} as Super Admin`)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize(DESKTOP)
    await page.goto(`/activity?search=${encodeURIComponent(colleague.email)}`)
    await expect(log).toContainText('ended all sessions of administrator')
    await expect(log).toContainText('disabled administrator')
  })
})
