import { plainHost } from '@mandap/server/testing/plain-host.ts'
import { serveConsole } from '@mandap/server/testing/static-site.ts'
import { wrong } from '@mandap/server/testing/super-admin.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { act, stored } from './testing/activity.ts'
import { signIn } from './testing/sign-in.ts'
import { expect, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { seenAfter } from './testing/review.ts'
import {
  forgetAttempts,
  openSuperAdmin,
  PHONE,
  sendOtp,
  superAdminDialog as dialog,
  turnOnSuperAdmin,
} from './testing/super-admin.ts'

const phone = (page: Page) => dialog(page).getByLabel('Phone number')
const otp = (page: Page) => dialog(page).getByLabel('OTP')
const sendButton = (page: Page) => dialog(page).getByRole('button', { name: 'Send OTP' })
const verifyButton = (page: Page) => dialog(page).getByRole('button', { name: 'Verify' })
const disable = (page: Page) => page.getByRole('button', { name: 'Disable' }).click()
const turnOnButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Super Admin' })
const isOff = (page: Page) => expect(turnOnButton(page)).toBeVisible()

/** Expects the badge in place of the button, which has the same text. */
async function isOn(page: Page) {
  await expect(turnOnButton(page)).toHaveCount(0)
  await expect(page.getByRole('banner').getByText('Super Admin', { exact: true })).toBeVisible()
}

const NOT_AUTHORISED = 'This number is not authorized for Super Admin access'

test.beforeEach(({ app }) => forgetAttempts(app))

test('Super Admin is turned on with a phone number and an OTP, and off with Disable (§4.1, §5.1, §5.2)', async ({
  signedIn: page,
}) => {
  test.slow()
  // a small page, because axe reads all of it
  await page.goto('/partner/order')
  await openSuperAdmin(page)

  await test.step('the phone number has digits only, at most 10, and Send OTP needs exactly 10 (§5.1)', async () => {
    await expect(phone(page)).toBeFocused()
    await expect(sendButton(page)).toBeDisabled()
    await phone(page).pressSequentially('98-2a0 0123')
    await expect(phone(page)).toHaveValue('98200123')
    await expect(sendButton(page)).toBeDisabled()
    await phone(page).press('Enter')
    await expect(phone(page)).toHaveAccessibleDescription('Enter a valid 10-digit phone number')
    await phone(page).pressSequentially('4567')
    await expect(phone(page)).toHaveValue('9820012345')
    await expect(sendButton(page)).toBeEnabled()
  })
  await expect(page.getByText('a copy of your SIM card receives it too')).toBeVisible()
  await test.step('+91 before ten digits is dropped, pasted and typed (§5.1)', async () => {
    await phone(page).fill('+91 98200-12345')
    await expect(phone(page)).toHaveValue('9820012345')
    await phone(page).fill('')
    await phone(page).pressSequentially('+91 98200-1234567')
    await expect(phone(page)).toHaveValue('9820012345')
    await phone(page).press('Backspace')
    await expect(phone(page)).toHaveValue('982001234')
    await phone(page).press('5')
  })
  await test.step('another number is not authorised (§5.1)', async () => {
    await sendButton(page).click()
    await expect(phone(page)).toHaveAccessibleDescription(NOT_AUTHORISED)
    await expectAccessible(page)
  })
  await test.step('an authorised number gets an OTP (§5.1)', async () => {
    await phone(page).fill(PHONE)
    await sendButton(page).click()
    await expect(otp(page)).toBeVisible()
  })
  const sent =
    await test.step('Cancel resets all fields and returns to the first step', async () => {
      await otp(page).fill('12')
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog(page)).toBeHidden()
      await openSuperAdmin(page)
      await expect(phone(page)).toHaveValue('')
      return sendOtp(page)
    })

  await test.step('the OTP has digits only, at most 6, and Verify needs exactly 6 (§5.2)', async () => {
    await expect(otp(page)).toBeFocused()
    await expect(otp(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(otp(page)).toHaveAttribute('inputmode', 'numeric')
    await expect(verifyButton(page)).toBeDisabled()
    await otp(page).pressSequentially('12 3x')
    await expect(otp(page)).toHaveValue('123')
    await expect(verifyButton(page)).toBeDisabled()
  })
  await test.step('a wrong OTP is rejected with the remaining attempts (§5.2)', async () => {
    await otp(page).fill(wrong(sent))
    await verifyButton(page).click()
    await expect(otp(page)).toHaveAccessibleDescription('Incorrect OTP')
    await expect(dialog(page).getByText('4 attempts left.')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('the right OTP, pasted from the text of an SMS, turns Super Admin on', async () => {
    await otp(page).selectText()
    await page.evaluate(
      (text) => document.execCommand('insertText', false, text),
      `${sent.slice(0, 3)} ${sent.slice(3)} is your OTP, until 10:45`,
    )
    await expect(otp(page)).toHaveValue(sent)
    await seenAfter(page, 'Super Admin is on.', () => otp(page).press('Enter'))
    await expect(dialog(page)).toBeHidden()
    await isOn(page)
    await expect(page.getByRole('banner')).toBeFocused()
    await expect(page.getByRole('banner').getByText('15 min')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('the badge fits in the top bar at every width', async () => {
    // the page with the longest name in the top bar
    await navigate(page, '/inprogress-partners')
    await expectBadgeFits(page)
  })
  await test.step('Super Admin stays on after a reload', async () => {
    const checked = page.waitForResponse('**/elevation')
    await page.reload()
    expect(await (await checked).json()).toEqual({ data: { expiresAt: expect.any(String) } })
    await isOn(page)
  })
  await test.step('Disable ends the grant on the server', async () => {
    const ended = page.waitForResponse(
      (answer) => answer.request().method() === 'DELETE' && answer.url().endsWith('/elevation'),
    )
    await disable(page)
    await isOff(page)
    await expect(page.getByRole('banner')).toBeFocused()
    expect((await ended).status()).toBe(204)
  })
})

async function expectBadgeFits(page: Page) {
  const parts = page
    .getByRole('banner')
    .getByRole('button')
    .or(page.getByRole('banner').getByRole('link'))
    .or(page.getByRole('banner').getByText(/^Super Admin1[45] min left$/))
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
}

test('Super Admin is the same in all tabs (§4.1)', async ({ signedIn: page, context }) => {
  await page.goto('/health')
  await page.evaluate(() => localStorage.setItem('mandap.admin.superAdmin', 'true'))
  await page.goto('/dashboard')
  await test.step('a stored flag without a grant is corrected at start', async () => {
    await isOff(page)
    expect(await stored(page, 'superAdmin')).toBe('false')
  })
  const other = await context.newPage()
  await other.goto('/user-count')
  await test.step('is on in all tabs, also in a new one', async () => {
    // a tab in the background does not draw, and a click waits for that
    await page.bringToFront()
    await turnOnSuperAdmin(page)
    await isOn(other)
    const third = await context.newPage()
    await third.goto('/dashboard')
    await expect(third.getByRole('banner').getByText(/1[45] min/)).toBeVisible()
    await third.close()
  })
  await test.step('Disable turns it off in all tabs', async () => {
    await other.bringToFront()
    await disable(other)
    await isOff(page)
  })
})

test.describe('with a clock of its own', () => {
  test.use({ ownContext: true })

  test('another OTP is sent after 30 s, and Super Admin ends after 15 minutes', async ({
    signedIn: page,
  }) => {
    // a new token would show the page that its clock is ahead of the server's
    await page.route('**/securetoken.googleapis.com/**', (route) => route.abort())
    await page.clock.install()
    await page.goto('/dashboard')
    await openSuperAdmin(page)
    await test.step('another OTP can be sent after 30 s (§5.2)', async () => {
      const first = await sendOtp(page)
      await expect(dialog(page).getByText('You can send another one in 30 s.')).toBeVisible()
      await otp(page).fill(wrong(first))
      await verifyButton(page).click()
      await expect(dialog(page).getByText('4 attempts left.')).toBeVisible()
      await page.clock.runFor(31_000)
      await dialog(page).getByRole('button', { name: 'Send another OTP' }).click()
      const shown = dialog(page).getByText(/The OTP is \d{6}/)
      await expect(shown).not.toContainText(first)
      await otp(page).fill((await shown.textContent())?.match(/\d{6}/)?.[0] ?? '')
      await verifyButton(page).click()
      await isOn(page)
    })
    await test.step('the screen counts down the last minute, and says that Super Admin has expired (§4.1)', async () => {
      await page.clock.fastForward('08:00')
      await act(page)
      // the clock of the page is 31 s ahead of the server's
      await page.clock.fastForward('06:00')
      await expect(page.getByRole('banner').getByText(/^\d\d s/)).toBeVisible()
      await page.clock.fastForward('01:00')
      await isOff(page)
      await expect(page.getByText('Super Admin has expired.')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(page.getByText('Super Admin has expired.')).toBeHidden()
    })
  })
})

test('on a plain host the browser checks the number and the OTP, and Super Admin does not end by itself (§5.1, §5.2)', async ({
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
  await signIn(page, administrator)
  await openSuperAdmin(page)
  await test.step('another number is rejected without a call', async () => {
    await phone(page).fill('9820012345')
    await sendButton(page).click()
    await expect(dialog(page).getByText(NOT_AUTHORISED).first()).toBeVisible()
    expect(host.otps).toEqual([])
  })
  await test.step('the OTP is compared in the browser and not shown', async () => {
    await phone(page).fill(PHONE)
    await sendButton(page).click()
    await expect(otp(page)).toBeVisible()
    const [sent = ''] = host.otps
    await expect(dialog(page)).not.toContainText(sent)
    await otp(page).fill(wrong(sent))
    await verifyButton(page).click()
    await expect(otp(page)).toHaveAccessibleDescription('Incorrect OTP')
    await otp(page).fill(sent)
    await verifyButton(page).click()
    await isOn(page)
  })
  await test.step('Super Admin stays on after a reload, until Disable', async () => {
    await page.reload()
    await isOn(page)
    await disable(page)
    await isOff(page)
  })
  await site.close()
  await host.close()
})
