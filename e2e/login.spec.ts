import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './testing/app.ts'

const SIGN_IN = '**/accounts:signInWithPassword*'
const RESET = '**/accounts:sendOobCode*'

test.describe('§2.3 Login', () => {
  test('is the screen of /, /login and every unknown path', async ({ page }) => {
    for (const path of ['/', '/login', '/no/such/path']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible()
      await expect(page).toHaveTitle('Login · Mandap')
      await expect(page.getByRole('link', { name: 'Forgot Password?' })).toBeVisible()
    }
  })

  test('signs in, keeps the token and goes to /dashboard', async ({ page }) => {
    await page.goto('/')
    await signIn(page)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    expect(await stored(page, 'mandap.admin.token')).toMatch(/^ey/)
  })

  test('goes straight to /dashboard when a token is stored', async ({ signedIn }) => {
    for (const path of ['/', '/login', '/no/such/path']) {
      await signedIn.goto(path)
      await expect(signedIn).toHaveURL('/dashboard')
    }
  })

  test('replaces the form while the request runs, and the button reads Logging in...', async ({
    page,
  }) => {
    let answer = () => {}
    await page.route(SIGN_IN, async (route) => {
      await new Promise<void>((resolve) => (answer = resolve))
      await route.continue()
    })
    await page.goto('/login')
    await signIn(page)
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
    await expect(page.getByRole('status').filter({ hasText: 'Logging in' })).toBeVisible()
    await expect(page.getByLabel('Email')).toBeHidden()
    await expectAccessible(page)
    answer()
    await expect(page).toHaveURL('/dashboard')
  })

  test('says Invalid Credentials and keeps what was typed', async ({ page }) => {
    await page.goto('/login')
    await signIn(page, { ...ADMINISTRATOR, password: 'not this one' })
    await expect(page.getByRole('alert')).toHaveText('Invalid Credentials')
    await expect(page.getByLabel('Email')).toHaveValue(ADMINISTRATOR.email)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not this one')
    await expectAccessible(page)
    await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  test('says so for a dropped connection too, and what to do', async ({ page }) => {
    await page.route(SIGN_IN, (route) => route.abort('connectionreset'))
    await page.goto('/login')
    await signIn(page)
    await expect(page.getByText('Invalid Credentials', { exact: true })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Check your connection and try again.')
  })

  test('says where the demonstration password works', async ({ page }) => {
    const message = 'DEMONSTRATION_PASSWORD : It works only on the machine that runs the server.'
    await page.route(SIGN_IN, (route) =>
      route.fulfill({ status: 403, json: { error: { code: 403, message } } }),
    )
    await page.goto('/login')
    await signIn(page)
    await expect(page.getByText('Invalid Credentials', { exact: true })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(
      'The demonstration password works only on the machine that runs the server.',
    )
    await expectAccessible(page)
  })

  test('shows and hides the password', async ({ page }) => {
    await page.goto('/login')
    const password = page.getByLabel('Password', { exact: true })
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
  })
})

test.describe('§5.3 Login validation', () => {
  test('requires the email and the password', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByLabel('Email')).toBeFocused()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter your email.')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Enter your password.',
    )
    await expectAccessible(page)
  })

  test('requires the password when only the email is entered', async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.method()))
    await page.goto('/login')
    await page.getByLabel('Email').fill(ADMINISTRATOR.email)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Enter your password.',
    )
    expect(sent).not.toContain('POST')
  })

  test('requires an email of e-mail format', async ({ page }) => {
    await page.goto('/login')
    await signIn(page, { email: 'asha@', password: 'x' })
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/such as name@example.com/)
    await page.getByLabel('Email').fill(ADMINISTRATOR.email)
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('')
  })
})

test.describe('§2.3 Forgot Password?', () => {
  test('without an email asks for it', async ({ page }) => {
    await page.goto('/login')
    await forgot(page)
    await expect(page.getByRole('alert')).toHaveText(
      'Please enter your email to reset your password.',
    )
    await expectAccessible(page)
  })

  test('sends a reset e-mail', async ({ page, app }) => {
    const before = app.mails.length
    await page.goto('/login')
    await page.getByLabel('Email').fill(ADMINISTRATOR.email)
    await forgot(page)
    await expect(page.getByText('Password reset email sent. Check your inbox.')).toBeVisible()
    await expect.poll(() => app.mails.length).toBe(before + 1)
    await expectAccessible(page)
  })

  test('says when the e-mail could not be sent', async ({ page }) => {
    await page.route(RESET, (route) => route.abort())
    await page.goto('/login')
    await page.getByLabel('Email').fill(ADMINISTRATOR.email)
    await forgot(page)
    await expect(page.getByRole('alert')).toHaveText(
      'Error sending password reset email. Please try again.',
    )
  })

  test('clears the messages first', async ({ page }) => {
    await page.goto('/login')
    await forgot(page)
    await expect(page.getByRole('alert')).toBeVisible()
    await page.route(RESET, () => {})
    await page.getByLabel('Email').fill(ADMINISTRATOR.email)
    await forgot(page)
    await expect(page.getByRole('alert')).toBeHidden()
  })
})

test.describe('§2.1 the guard', () => {
  test('leads from every guarded path to /login', async ({ page }) => {
    for (const path of [
      '/dashboard',
      '/booking-details',
      '/booking-details/card',
      '/approval-panel',
      '/approval-panel/kyc/7',
      '/approval-panel/kyc/online-kyc/7',
      '/approval-panel/kyc/company-kyc/7',
      '/approval-panel/kyc/in-person/7',
      '/partner-details',
      '/partner-details/7',
      '/partner/order',
      '/user-count',
      '/gst-requests',
      '/gst-requests/7',
      '/inprogress-partners',
      '/inprogress-partners/7',
      '/guest-partners',
      '/guest-partners/7',
    ]) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/login')
      await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible()
    }
  })

  test('does not stand before /expired-bookings', async ({ page }) => {
    await page.goto('/expired-bookings')
    await expect(page).toHaveURL('/expired-bookings')
    await expect(page.getByRole('heading', { name: 'Expired Bookings' })).toBeVisible()
    await page.getByRole('link', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible()
  })

  test('leads to where one wanted to go after signing in', async ({ page }) => {
    await page.goto('/guest-partners/7?from=mail')
    await signIn(page)
    await expect(page).toHaveURL('/guest-partners/7?from=mail')
  })
})

test('opens the login screen when the server has ended the session, and returns after signing in', async ({
  signedIn: page,
  baseURL,
}) => {
  await page.goto('/partner/order')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const token = await stored(page, 'mandap.admin.token')
  // no call of an open screen may end the session before the next screen is opened
  await page.goto(`${baseURL}/favicon.svg`)
  const ended = await fetch(`${baseURL}/session/end`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(ended.status).toBe(204)
  await page.goto('/dashboard?again')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  expect(await stored(page, 'mandap.admin.token')).toBeNull()
  await signIn(page)
  await expect(page).toHaveURL('/dashboard?again')
})

async function signIn(page: Page, { email, password } = ADMINISTRATOR) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function forgot(page: Page) {
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
}

function stored(page: Page, key: string) {
  return page.evaluate((name) => localStorage.getItem(name), key)
}
