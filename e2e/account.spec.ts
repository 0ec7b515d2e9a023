import { newAdministrator } from '@mandap/server/testing/administrators.ts'
import { expectAccessible } from './testing/accessibility.ts'
import { stored } from './testing/activity.ts'
import { expect, keepSession, test } from './testing/app.ts'
import { seenAfter } from './testing/review.ts'

const NEW_PASSWORD = 'three quiet elephants'

test('an administrator ends other sessions and changes their password', async ({
  app,
  page,
  context,
}) => {
  test.slow()
  const administrator = await newAdministrator(app.db)
  const { email, password } = administrator
  await keepSession(page, await app.startSession(administrator))
  const others = [await app.signIn(administrator), await app.signIn(administrator)]
  const statusOf = async (idToken: string) =>
    (await fetch(`${app.url}/session`, { headers: { authorization: `Bearer ${idToken}` } })).status
  const mailed = () => app.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')

  await test.step('the account menu leads to the sessions', async () => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('link', { name: 'Your account' }).click()
    await expect(page).toHaveURL(/\/account$/)
    await expect(page.getByRole('heading', { name: 'Your account', level: 1 })).toBeVisible()
    await expect(sessions).toHaveCount(3)
    await expect(sessions.first()).toContainText('This session')
  })

  await test.step('a session ends at once, and the administrator gets a mail', async () => {
    await sessions.nth(1).getByRole('button', { name: 'End session' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Your password')).toBeHidden()
    await seenAfter(page, 'Session ended.', () =>
      dialog.getByRole('button', { name: 'End session' }).click(),
    )
    await expect(sessions).toHaveCount(2)
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeFocused()
    const statuses = await Promise.all(others.map(({ idToken }) => statusOf(idToken)))
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 401])
    await expect.poll(mailed).toEqual(['A session of your Mandap account was ended'])
  })

  await test.step('all others end with the password, if the sign-in is not recent', async () => {
    const elevenMinutesAgo = new Date(Date.now() - 11 * 60_000)
    await app.db.updateTable('session').set({ signed_in_at: elevenMinutesAgo }).execute()
    await page.reload()
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Your password')).toBeFocused()
    await expectAccessible(page)
    await dialog.getByLabel('Your password').fill('a wrong password')
    await dialog.getByRole('button', { name: 'End sessions' }).click()
    await expect(dialog.getByText('The current password is wrong.')).toBeVisible()
    await expect(dialog.getByLabel('Your password')).toBeFocused()
    await dialog.getByLabel('Your password').fill(password)
    await seenAfter(page, '1 session ended.', () =>
      dialog.getByRole('button', { name: 'End sessions' }).click(),
    )
    await expect(sessions).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'End all other sessions' })).toBeHidden()
    for (const { idToken } of others) expect(await statusOf(idToken)).toBe(401)
  })

  await test.step('the password is changed with the current one, in all tabs', async () => {
    const dialog = page.getByRole('dialog')
    const current = dialog.getByLabel('Current password')
    const next = dialog.getByLabel('New password', { exact: true })
    const repeated = dialog.getByLabel('Repeat new password')
    const submit = dialog.getByRole('button', { name: 'Change password' })
    const other = await context.newPage()
    await other.goto('/dashboard')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    const old = (await stored(page, 'token')) ?? ''
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(current).toBeFocused()
    await submit.click()
    await expect(dialog.getByText('Enter your current password.')).toBeVisible()
    await expect(dialog.getByText('No characters so far: use at least 12.')).toBeVisible()
    await expectAccessible(page)
    await current.fill('a wrong password')
    await next.fill(NEW_PASSWORD)
    await repeated.fill(NEW_PASSWORD)
    await submit.click()
    await expect(dialog.getByText('The current password is wrong.')).toBeVisible()
    await expect(current).toBeFocused()
    await current.fill(password)
    await seenAfter(page, 'Password changed.', () => repeated.press('Enter'))
    await expect(dialog).toBeHidden()
    await expect.poll(mailed).toContain('Your Mandap password was changed')
    // all tabs have the new tokens of the session
    expect(await statusOf(old)).toBe(401)
    const read = other.waitForResponse((answer) => answer.url().endsWith('/account'))
    await other.getByRole('button', { name: 'Account' }).click()
    await other.getByRole('link', { name: 'Your account' }).click()
    expect((await read).status()).toBe(200)
    await other.close()
    await page.reload()
    await expect(sessions).toHaveCount(1)
    await expect(sessions).toContainText('This session')
    await expect(app.signIn({ email, password })).rejects.toThrow('INVALID_LOGIN_CREDENTIALS')
    await app.signIn({ email, password: NEW_PASSWORD })
  })

  await test.step('Activity shows the changes in plain sentences', async () => {
    await page.goto(`/activity?person=${encodeURIComponent(email)}`)
    const log = page.getByRole('list', { name: 'Activity' })
    await expect(log).toContainText('set a new password')
    await expect(log).toContainText('ended 1 other session')
    await expect(log).toContainText('ended another session')
  })
})
