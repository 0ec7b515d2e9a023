import { plainHost } from '@mandap/server/testing/plain-host.ts'
import { serveConsole } from '@mandap/server/testing/static-site.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { act } from './testing/activity.ts'
import { expect, test } from './testing/app.ts'
import {
  forgetTries,
  openSuperAdmin,
  PHONE,
  sendOtp,
  superAdminDialog as dialog,
  turnOnSuperAdmin,
} from './testing/super-admin.ts'

const badge = (page: Page) => page.getByRole('banner').getByText('Super Admin', { exact: true })
const sendButton = (page: Page) => dialog(page).getByRole('button', { name: 'Send OTP' })
const verifyButton = (page: Page) => dialog(page).getByRole('button', { name: 'Verify' })
const isOff = (page: Page) =>
  expect(page.getByRole('banner').getByRole('button', { name: 'Super Admin' })).toBeVisible()

test.beforeEach(({ app }) => forgetTries(app))

test.describe('§4.1 Super Admin mode', () => {
  test('is turned on by a phone and an OTP, stays over a reload, and is turned off by Disable', async ({
    signedIn: page,
  }) => {
    test.slow()
    await page.goto('/dashboard')
    await openSuperAdmin(page)
    await expectAccessible(page)
    const otp = await sendOtp(page)
    await expectAccessible(page)
    await dialog(page).getByLabel('OTP').fill(otp)
    await dialog(page).getByLabel('OTP').press('Enter')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText('Super Admin is on.')).toBeVisible()
    await expect(badge(page)).toBeVisible()
    await expect(page.getByRole('banner').getByText('15 min')).toBeVisible()
    await expectAccessible(page)

    const checked = page.waitForResponse('**/elevation')
    await page.reload()
    expect(await (await checked).json()).toEqual({ data: { expiresAt: expect.any(String) } })
    await expect(badge(page)).toBeVisible()

    await page.setViewportSize({ width: 1440, height: 900 })
    const told = page.waitForResponse(
      (answer) => answer.request().method() === 'DELETE' && answer.url().endsWith('/elevation'),
    )
    await page.getByRole('button', { name: 'Disable' }).click()
    await isOff(page)
    expect((await told).status()).toBe(204)
  })

  test('the badge covers nothing of the top bar, and fits, at every width', async ({
    signedIn: page,
  }) => {
    await page.goto('/inprogress-partners')
    await turnOnSuperAdmin(page)
    const parts = page
      .getByRole('banner')
      .getByRole('button')
      .or(page.getByRole('banner').getByRole('link'))
      .or(page.getByRole('banner').getByText(/^Super Admin1\d min left$/))
      .filter({ visible: true })
    for (const width of [320, 360, 390, 640, 768, 820, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const boxes = (
        await parts.evaluateAll((all) =>
          all.map((part) => part.getBoundingClientRect().toJSON() as DOMRect),
        )
      ).toSorted((a, b) => a.left - b.left)
      // menu, logo, badge, search, account, and from 768 on Disable
      expect(boxes, `${width}`).toHaveLength(width < 768 ? 5 : 6)
      for (const [index, box] of boxes.entries())
        expect(box.left, `${width}: ${index}`).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0)
      expect(boxes.at(-1)?.right, `${width}`).toBeLessThanOrEqual(width)
    }
  })

  test('Cancel and close reset all fields and return to the first step', async ({
    signedIn: page,
  }) => {
    await page.goto('/dashboard')
    for (const close of ['Cancel', 'Close']) {
      await openSuperAdmin(page)
      await expect(dialog(page).getByLabel('Phone number')).toHaveValue('')
      await sendOtp(page)
      await dialog(page).getByLabel('OTP').fill('12')
      await dialog(page).getByRole('button', { name: close }).click()
      await expect(dialog(page)).toBeHidden()
    }
    await openSuperAdmin(page)
    await expect(dialog(page).getByLabel('Phone number')).toHaveValue('')
  })

  test('is on and off in all tabs of a browser at once', async ({ signedIn: page, context }) => {
    await page.goto('/dashboard')
    const other = await context.newPage()
    await other.goto('/user-count')
    await turnOnSuperAdmin(page)
    await expect(badge(other)).toBeVisible()
    const third = await context.newPage()
    await third.goto('/dashboard')
    await expect(third.getByRole('banner').getByText(/1[45] min/)).toBeVisible()
    await other.getByRole('button', { name: 'Disable' }).click()
    await isOff(page)
    await isOff(third)
  })

  test('a stored flag without a grant is corrected at start', async ({ signedIn: page }) => {
    await page.goto('/dashboard')
    await page.evaluate(() => localStorage.setItem('mandap.admin.superAdmin', 'true'))
    await page.reload()
    await isOff(page)
    expect(await page.evaluate(() => localStorage.getItem('mandap.admin.superAdmin'))).toBe('false')
  })

  test.describe('after 15 minutes', () => {
    test.use({ ownContext: true })

    test('when the grant ends the screen returns to ordinary and says so', async ({
      signedIn: page,
    }) => {
      await page.clock.install()
      await page.goto('/dashboard')
      await turnOnSuperAdmin(page)
      await page.clock.fastForward('08:00')
      await act(page)
      await page.clock.fastForward('06:30')
      await expect(page.getByRole('banner').getByText(/^\d\d s/)).toBeVisible()
      await page.clock.fastForward('01:00')
      await isOff(page)
      await expect(page.getByText('Super Admin has expired.')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(page.getByText('Super Admin has expired.')).toBeHidden()
    })
  })

  test('ends with the session', async ({ signedIn: page }) => {
    await page.goto('/dashboard')
    await turnOnSuperAdmin(page)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => sessionStorage.getItem('mandap.admin.elevation'))).toBeNull()
    expect(await page.evaluate(() => localStorage.getItem('mandap.admin.superAdmin'))).toBe('false')
  })
})

test.describe('§5.1 Super Admin phone number', () => {
  test('takes digits only, at most 10; Send OTP is enabled only at exactly 10', async ({
    signedIn: page,
  }) => {
    await page.goto('/dashboard')
    await openSuperAdmin(page)
    const phone = dialog(page).getByLabel('Phone number')
    await expect(phone).toBeFocused()
    await expect(sendButton(page)).toBeDisabled()
    await phone.pressSequentially('98-2a0 0123')
    await expect(phone).toHaveValue('98200123')
    await expect(sendButton(page)).toBeDisabled()
    await phone.press('Enter')
    await expect(phone).toHaveAccessibleDescription('Enter a valid 10-digit phone number')
    await phone.pressSequentially('4567')
    await expect(phone).toHaveValue('9820012345')
    await expect(sendButton(page)).toBeEnabled()
  })

  test('drops +91, 91 or 0 before ten digits, pasted and typed', async ({ signedIn: page }) => {
    await page.goto('/dashboard')
    await openSuperAdmin(page)
    const phone = dialog(page).getByLabel('Phone number')
    for (const text of ['+91 98200-12345', '919820012345', '098200 12345', '9820012345']) {
      await phone.fill(text)
      await expect(phone).toHaveValue('9820012345')
      await phone.fill('')
      await phone.pressSequentially(text)
      await expect(phone).toHaveValue('9820012345')
      await phone.pressSequentially('67')
      await expect(phone).toHaveValue('9820012345')
      await phone.press('Backspace')
      await expect(phone).toHaveValue('982001234')
      await phone.fill('')
    }
  })

  test('another number is not authorised', async ({ signedIn: page }) => {
    await page.goto('/dashboard')
    await openSuperAdmin(page)
    await dialog(page).getByLabel('Phone number').fill('9820012345')
    await sendButton(page).click()
    await expect(dialog(page).getByLabel('Phone number')).toHaveAccessibleDescription(
      'This number is not authorized for Super Admin access',
    )
    await expectAccessible(page)
  })

  test("says 'Failed to send OTP' and 'Error sending OTP', and can try again (§8)", async ({
    signedIn: page,
  }) => {
    await page.goto('/dashboard')
    await openSuperAdmin(page)
    const phone = dialog(page).getByLabel('Phone number')
    await phone.fill(PHONE)
    await page.route('**/otp/sms', (route) => route.fulfill({ status: 500, json: {} }))
    await sendButton(page).click()
    await expect(phone).toHaveAccessibleDescription('Failed to send OTP')
    await page.route('**/otp/sms', (route) => route.abort())
    await sendButton(page).click()
    await expect(phone).toHaveAccessibleDescription('Error sending OTP')
    await page.unroute('**/otp/sms')
    await sendButton(page).click()
    await expect(dialog(page).getByLabel('OTP')).toBeVisible()
  })
})

test.describe('§5.2 OTP', () => {
  test('takes digits only, at most 6, pasted and filled in by the phone too', async ({
    signedIn: page,
  }) => {
    await page.goto('/dashboard')
    await openSuperAdmin(page)
    const sent = await sendOtp(page)
    const otp = dialog(page).getByLabel('OTP')
    await expect(otp).toBeFocused()
    await expect(otp).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(otp).toHaveAttribute('inputmode', 'numeric')
    await expect(verifyButton(page)).toBeDisabled()
    await otp.pressSequentially('12 3x')
    await expect(otp).toHaveValue('123')
    await expect(verifyButton(page)).toBeDisabled()
    await otp.selectText()
    await page.evaluate(
      (text) => document.execCommand('insertText', false, text),
      `${sent.slice(0, 3)} ${sent.slice(3)} is your OTP, until 10:45`,
    )
    await expect(otp).toHaveValue(sent)
    await verifyButton(page).click()
    await expect(badge(page)).toBeVisible()
  })

  test("a wrong one is 'Incorrect OTP', and the right one still counts", async ({
    signedIn: page,
  }) => {
    await page.goto('/dashboard')
    await openSuperAdmin(page)
    const sent = await sendOtp(page)
    const otp = dialog(page).getByLabel('OTP')
    await otp.fill(sent === '123456' ? '654321' : '123456')
    await verifyButton(page).click()
    await expect(otp).toHaveAccessibleDescription('Incorrect OTP')
    await expect(dialog(page).getByText('4 attempts left.')).toBeVisible()
    await expectAccessible(page)
    await otp.fill(sent)
    await verifyButton(page).click()
    await expect(badge(page)).toBeVisible()
  })

  test.describe('after 30 seconds', () => {
    test.use({ ownContext: true })

    test('another can be sent after a pause', async ({ signedIn: page }) => {
      await page.clock.install()
      await page.goto('/dashboard')
      await openSuperAdmin(page)
      const first = await sendOtp(page)
      await expect(dialog(page).getByText('You can send another one in 30 s.')).toBeVisible()
      await page.clock.fastForward('00:31')
      await dialog(page).getByRole('button', { name: 'Send another OTP' }).click()
      const shown = dialog(page).getByText(/The OTP is \d{6}/)
      await expect(shown).not.toContainText(first)
      const second = (await shown.textContent())?.match(/\d{6}/)?.[0] ?? ''
      await dialog(page).getByLabel('OTP').fill(second)
      await verifyButton(page).click()
      await expect(badge(page)).toBeVisible()
    })
  })
})

test('on a plain host the browser checks number and OTP, and nothing else ends the mode (§5.1, §5.2)', async ({
  page,
}) => {
  const administrator = { email: 'asha.rao@mandap.example', password: 'marigold-and-jasmine' }
  const host = await plainHost({ token: 'a-token', administrators: [administrator] })
  const site = await serveConsole({
    host: host.url,
    kind: 'plain',
    identity: host.identity,
    superAdminNumbers: [PHONE],
  })
  await page.goto(site.url)
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await openSuperAdmin(page)
  await dialog(page).getByLabel('Phone number').fill('9820012345')
  await sendButton(page).click()
  await expect(
    dialog(page).getByText('This number is not authorized for Super Admin access').first(),
  ).toBeVisible()
  expect(host.otps).toEqual([])

  await dialog(page).getByLabel('Phone number').fill(PHONE)
  await sendButton(page).click()
  const otp = dialog(page).getByLabel('OTP')
  await expect(otp).toBeVisible()
  const [sent = ''] = host.otps
  await expect(dialog(page)).not.toContainText(sent)
  await otp.fill(sent === '123456' ? '654321' : '123456')
  await verifyButton(page).click()
  await expect(otp).toHaveAccessibleDescription('Incorrect OTP')
  await otp.fill(sent)
  await verifyButton(page).click()
  await expect(badge(page)).toBeVisible()
  await page.reload()
  await expect(badge(page)).toBeVisible()
  await page.getByRole('button', { name: 'Disable' }).click()
  await isOff(page)
  await site.close()
  await host.close()
})
