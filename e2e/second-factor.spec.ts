import { newAdministrator } from '@mandap/server/testing/administrators.ts'
import { appCode } from '@mandap/server/testing/second-factor.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, keepSession, test } from './testing/app.ts'
import { seenAfter } from './testing/review.ts'
import { freshCode, shownKey } from './testing/second-factor.ts'
import { openAndSignIn } from './testing/sign-in.ts'
import { openSuperAdmin, PHONE, superAdminDialog } from './testing/super-admin.ts'

const FINALIZE = '**/accounts/mfaSignIn:finalize*'
const WITHDRAWAL = '**/accounts/mfaEnrollment:withdraw*'

const dialog = (page: Page) => page.getByRole('dialog')
const codeField = (page: Page) => page.getByLabel('Code', { exact: true })

test.use({ ownContext: true })

test('an administrator adds an app, signs in with it, and removes it', async ({ app, page }) => {
  test.slow()
  const administrator = await newAdministrator(app.db)
  const { email, password } = administrator
  await keepSession(page, await app.startSession(administrator))
  const section = page.getByRole('region', { name: 'Second factor' })
  const mailed = () => app.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
  let key = ''
  let codes: string[] = []

  await test.step('the account screen adds an app after the password, and shows recovery codes', async () => {
    await page.goto('/account')
    await expect(section).toContainText('Not set up')
    await section.getByRole('button', { name: 'Set up' }).click()
    await expect(dialog(page).getByLabel('Password', { exact: true })).toBeFocused()
    await expectAccessible(page)
    await dialog(page).getByLabel('Password', { exact: true }).fill('not the password')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('The password is wrong.')
    await dialog(page).getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('img', { name: /QR code/ })).toBeVisible()
    await expectAccessible(page)
    key = await shownKey(page)
    await codeField(page).fill('000000')
    await dialog(page).getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog(page)).toContainText('This code is wrong.')
    await codeField(page).fill(appCode(key, new Date()))
    await dialog(page).getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog(page)).toContainText('Keep your recovery codes')
    await expectAccessible(page)
    const list = dialog(page).getByRole('list', { name: 'Recovery codes' })
    codes = await list.getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    const download = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('mandap-recovery-codes.txt')
    await dialog(page).getByRole('button', { name: 'I have kept them' }).click()
    await expect(section).toContainText('10 recovery codes left')
    await expect(section).toBeFocused()
    await expect.poll(mailed).toEqual(['Authenticator app added to your Mandap account'])
  })

  await test.step('Super Admin asks for the code beside the OTP', async () => {
    await page.goto('/dashboard')
    await openSuperAdmin(page)
    await superAdminDialog(page).getByLabel('Phone number').fill(PHONE)
    await superAdminDialog(page).getByRole('button', { name: 'Send OTP' }).click()
    const shown = superAdminDialog(page).getByText(/The OTP is \d{6}/)
    const otp = (await shown.textContent())?.match(/\d{6}/)?.[0] ?? ''
    await superAdminDialog(page).getByLabel('OTP').fill(otp)
    await superAdminDialog(page).getByLabel('Code of the app, or a recovery code').fill('000000')
    await superAdminDialog(page).getByRole('button', { name: 'Verify' }).click()
    const wrong = 'This code is wrong. Enter the code that the app shows now.'
    await expect(superAdminDialog(page).getByText(wrong).first()).toBeVisible()
    await expect(superAdminDialog(page)).toContainText('4 attempts left.')
    await expectAccessible(page)
    await superAdminDialog(page)
      .getByLabel('Code of the app, or a recovery code')
      .fill(await freshCode(app, key))
    await superAdminDialog(page).getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible()
  })

  await test.step('signing in asks for the code, and says what is wrong', async () => {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await openAndSignIn(page, administrator)
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('Enter the 6 digits of the code.')).toBeVisible()
    await page.route(FINALIZE, (route) => route.abort('connectionreset'))
    await codeField(page).fill('000000')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('alert')).toContainText('Check your connection and try again.')
    await page.unroute(FINALIZE)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('This code is wrong.')).toBeVisible()
    await codeField(page).fill(await freshCode(app, key))
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('a recovery code signs in once', async () => {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await openAndSignIn(page, administrator)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/account')
    await expect(section).toContainText('9 recovery codes left')
  })

  await test.step('new recovery codes, and removing the app, need the password and a code', async () => {
    await section.getByRole('button', { name: 'New recovery codes' }).click()
    await dialog(page).getByRole('button', { name: 'Make new codes' }).click()
    await expect(dialog(page)).toContainText('Enter your password.')
    await expectAccessible(page)
    await dialog(page).getByLabel('Password', { exact: true }).fill(password)
    const code = dialog(page).getByLabel('Code of the app, or a recovery code')
    await code.fill(codes[0] ?? '')
    await dialog(page).getByRole('button', { name: 'Make new codes' }).click()
    await expect(dialog(page)).toContainText('This recovery code was already used.')
    await code.fill(codes[1] ?? '')
    await dialog(page).getByRole('button', { name: 'Make new codes' }).click()
    await dialog(page).getByRole('button', { name: 'I have kept them' }).click()
    await expect(section).toContainText('10 recovery codes left')
    await section.getByRole('button', { name: 'Remove the app' }).click()
    await dialog(page).getByLabel('Password', { exact: true }).fill(password)
    await code.fill(await freshCode(app, key))
    await page.route(WITHDRAWAL, (route) =>
      route.fulfill({ status: 400, json: { error: { message: 'MFA_ENROLLMENT_NOT_FOUND' } } }),
    )
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await expect(dialog(page)).toContainText('This second factor is no longer there.')
    await page.unroute(WITHDRAWAL)
    await seenAfter(page, 'Authenticator app removed.', () =>
      dialog(page).getByRole('button', { name: 'Remove' }).click(),
    )
    await expect(section).toContainText('Not set up')
    await expect
      .poll(() => mailed().at(-1))
      .toBe('Authenticator app removed from your Mandap account')
  })
  await app.db.deleteFrom('attempt').execute()
})

test('says that the second factor could not be loaded, and tries again', async ({
  signedIn: page,
}) => {
  await page.route('**/accounts:lookup*', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto('/account')
  const section = page.getByRole('region', { name: 'Second factor' })
  await expect(section.getByRole('alert')).toContainText('could not be loaded')
  await page.unroute('**/accounts:lookup*')
  await section.getByRole('button', { name: 'Try again' }).click()
  await expect(section).toContainText('Not set up')
})
