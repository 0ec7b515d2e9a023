import { newAdministrator } from '@mandap/server/testing/administrators.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, test } from './testing/app.ts'
import { signIn } from './testing/sign-in.ts'

const NEW_PASSWORD = 'three quiet elephants'

function form(page: Page) {
  return {
    password: page.getByLabel('New password', { exact: true }),
    again: page.getByLabel('Repeat new password'),
    submit: page.getByRole('button', { name: 'Set new password' }),
  }
}

test('Forgot Password sends a mail with a link that sets a new password', async ({ app, page }) => {
  const { email } = await newAdministrator(app.db)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  const mailed = () => app.mails.find(({ to }) => to === email)?.text ?? ''
  await expect.poll(mailed).toContain('/reset-password?')

  await page.goto(/\/reset-password\?\S+/.exec(mailed())?.[0] ?? '')
  await expect(page.getByLabel('Account')).toHaveValue(email)
  await form(page).password.fill(NEW_PASSWORD)
  await form(page).again.fill(NEW_PASSWORD)
  await form(page).again.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, { email, password: NEW_PASSWORD })
  await expect(page).toHaveURL('/dashboard')
})

test('sends no referrer, obeys the content policy, and shows each error at its field', async ({
  app,
  page,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const response = await page.goto(await (await newAdministrator(app.db)).resetPath())
  const { password, again, submit } = form(page)
  await expect(password).toBeFocused()
  expect(complaints).toEqual([])
  expect(response?.headers()).toMatchObject({
    'content-security-policy': expect.stringMatching(/^default-src 'self';base-uri 'none';/),
    'referrer-policy': 'no-referrer',
  })
  await submit.click()
  await expect(page.getByText('No characters so far: use at least 12.')).toBeVisible()
  await expectAccessible(page)
  await password.pressSequentially('short')
  await expect(page.getByText('characters so far')).toBeHidden()
  await submit.click()
  await expect(page.getByText('5 characters so far: use at least 12.')).toBeVisible()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toBeFocused()
  await password.fill('Mandap-2026-2026')
  await submit.click()
  await expect(
    page.getByText('Use more than your e-mail address or the name of this product.'),
  ).toBeVisible()
  await password.fill('qwertyqwerty')
  await again.fill('qwertyqwerty')
  await submit.click()
  await expect(
    page.getByText('This password is on a list of common passwords. Choose another one.'),
  ).toBeVisible()
  await expect(password).toBeFocused()
  await expect(password).toHaveValue('qwertyqwerty')
  await password.fill(NEW_PASSWORD)
  await again.fill(`${NEW_PASSWORD}!`)
  await submit.click()
  await expect(page.getByText('The two passwords are not the same.')).toBeVisible()
  await expect(again).toBeFocused()
})

test('a used, expired or incomplete link says how to get a new one', async ({ app, page }) => {
  const administrator = await newAdministrator(app.db)
  const used = await administrator.resetPath()
  await page.goto(used)
  await form(page).password.fill(NEW_PASSWORD)
  await form(page).again.fill(NEW_PASSWORD)
  await form(page).submit.click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  // the link of an invitation works longer than one of Forgot Password
  const expired = 'For security, a link works for a limited time.'
  for (const [path, title, reason] of [
    [used, 'This link no longer works', 'It has been used'],
    [await administrator.resetPath(61), 'This link has expired', expired],
    ['/reset-password', 'This link no longer works', 'part of the link is missing'],
  ] as const) {
    // the browser would not load the same address again
    await page.goto('about:blank')
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText(reason)).toBeVisible()
    await expect(page.getByText('To get a new link')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute(
      'href',
      '/login',
    )
  }
  await expectAccessible(page)
})

test('the link of a disabled administrator says that the account is disabled', async ({
  app,
  page,
}) => {
  const administrator = await newAdministrator(app.db)
  const path = await administrator.resetPath()
  await administrator.disable()
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'This account is disabled' })).toBeVisible()
  // a disabled account gets no mail
  await expect(page.getByText('To get a new link')).toBeHidden()
})

test('leads to the login screen in a browser where another person is signed in, and signs them out', async ({
  app,
  signedIn: page,
}) => {
  const administrator = await newAdministrator(app.db)
  const path = await administrator.resetPath()
  await page.goto(path)
  await form(page).password.fill(NEW_PASSWORD)
  await form(page).again.fill(NEW_PASSWORD)
  await form(page).again.press('Enter')
  await expect(
    page.getByText('is signed in in this browser. ‘Sign in’ signs them out.'),
  ).toBeVisible()
  const ended = page.waitForResponse('**/session/end')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  expect((await ended).ok()).toBe(true)

  const { idToken, refreshToken } = await app.startSession()
  await page.evaluate(
    ([token, refresh]) => {
      localStorage.setItem('mandap.admin.token', token)
      localStorage.setItem('mandap.admin.refresh', refresh)
    },
    [idToken, refreshToken] as const,
  )
  await page.goto(path)
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})
