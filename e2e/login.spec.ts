import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, test } from './testing/app.ts'
import { stored } from './testing/activity.ts'
import { navigate } from './testing/navigate.ts'
import { signIn } from './testing/sign-in.ts'

const SIGN_IN = '**/accounts:signInWithPassword*'

test.describe('§2.3 Login', () => {
  test('is the screen of /, /login and every unknown path', async ({ page }) => {
    await page.goto('/no/such/path')
    for (const path of ['/no/such/path', '/login', '/']) {
      await navigate(page, path)
      await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible()
      await expect(page).toHaveTitle('Login · Mandap')
      await expect(page.getByRole('link', { name: 'Forgot Password?' })).toBeVisible()
    }
  })

  test('goes straight to /dashboard when a token is stored', async ({ signedIn }) => {
    await signedIn.goto('/')
    await expect(signedIn).toHaveURL('/dashboard')
    for (const path of ['/', '/login', '/no/such/path']) {
      await navigate(signedIn, path)
      await expect(signedIn).toHaveURL('/dashboard')
    }
  })

  test('keeps what was typed after each failure, and signs in', async ({ page }) => {
    const password = page.getByLabel('Password', { exact: true })
    const alert = page.getByRole('alert')
    await page.goto('/')

    await test.step('shows and hides the password', async () => {
      await expect(password).toHaveAttribute('type', 'password')
      await page.getByRole('button', { name: 'Show password' }).click()
      await expect(password).toHaveAttribute('type', 'text')
      await page.getByRole('button', { name: 'Hide password' }).click()
      await expect(password).toHaveAttribute('type', 'password')
    })

    await test.step('says what to do when the connection fails', async () => {
      await page.route(SIGN_IN, (route) => route.abort('connectionreset'))
      await signIn(page)
      await expect(page.getByText('Invalid Credentials', { exact: true })).toBeVisible()
      await expect(alert).toContainText('Check your connection and try again.')
      await page.unroute(SIGN_IN)
    })

    await test.step('says Invalid Credentials for a wrong password', async () => {
      await signIn(page, { ...ADMINISTRATOR, password: 'not this one' })
      await expect(alert).toHaveText('Invalid Credentials')
      await expect(page.getByLabel('Email')).toHaveValue(ADMINISTRATOR.email)
      await expect(password).toHaveValue('not this one')
      await expectAccessible(page)
    })

    await test.step('replaces the form while the request runs, and the button reads Logging in...', async () => {
      const answer = Promise.withResolvers<void>()
      await page.route(SIGN_IN, async (route) => {
        await answer.promise
        await route.continue()
      })
      await password.fill(ADMINISTRATOR.password)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
      await expect(page.getByRole('status').filter({ hasText: 'Logging in' })).toBeVisible()
      await expect(page.getByLabel('Email')).toBeHidden()
      await expectAccessible(page)
      answer.resolve()
    })

    await test.step('keeps the token and goes to /dashboard, which has the focus', async () => {
      await expect(page).toHaveURL('/dashboard')
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      await expect(page.getByRole('main')).toBeFocused()
      expect(await stored(page, 'token')).toMatch(/^ey/)
    })
  })

  test('§5.3 requires an email of e-mail format and a password', async ({ page }) => {
    const email = page.getByLabel('Email')
    const password = page.getByLabel('Password', { exact: true })
    const login = page.getByRole('button', { name: 'Login' })
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.method()))
    await page.goto('/login')

    await test.step('requires both', async () => {
      await login.click()
      await expect(email).toBeFocused()
      await expect(email).toHaveAccessibleDescription('Enter your email.')
      await expect(password).toHaveAccessibleDescription('Enter your password.')
      await expectAccessible(page)
    })

    await test.step('requires the password when only the email is entered', async () => {
      await email.fill(ADMINISTRATOR.email)
      await login.click()
      await expect(password).toBeFocused()
      await expect(password).toHaveAccessibleDescription('Enter your password.')
    })

    await test.step('requires the e-mail format, and removes the error with the cause', async () => {
      await signIn(page, { email: 'asha@', password: 'x' })
      await expect(email).toHaveAccessibleDescription(/such as name@example.com/)
      await email.fill('asha@bücher.example')
      await expect(email).toHaveAccessibleDescription('')
      await expect(email).toHaveValue('asha@bücher.example')
    })
    expect(sent).not.toContain('POST')
  })
})

test.describe('§2.1 the guard', () => {
  test('leads from every guarded path to /login', async ({ page }) => {
    await page.goto('/dashboard')
    for (const path of [
      '/dashboard',
      '/booking-details',
      '/booking-details/card',
      '/booking-details/ended',
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
      if (path !== '/dashboard') await navigate(page, path)
      await expect(page, path).toHaveURL('/login')
      await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible()
    }
  })

  test('lets everyone see /expired-bookings', async ({ page }) => {
    await page.goto('/expired-bookings')
    await expect(page).toHaveURL('/expired-bookings')
    await expect(page.getByRole('heading', { name: 'Expired Bookings' })).toBeVisible()
    await page.getByRole('link', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible()
  })

  test('leads to the requested screen after signing in', async ({ page }) => {
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
  const token = await stored(page, 'token')
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
  expect(await stored(page, 'token')).toBeNull()
  await signIn(page)
  await expect(page).toHaveURL('/dashboard?again')
})
