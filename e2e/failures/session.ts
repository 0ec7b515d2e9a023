import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import type { Page } from '@playwright/test'
import { openSuperAdmin, PHONE, superAdminDialog } from '../testing/super-admin.ts'
import { dialog, press, isAnswered, SENTENCES, value, type Scenario } from './scenario.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

export const SESSION_SCENARIOS: readonly Scenario[] = [
  {
    title: '§2.3 Login: signing in',
    calls: {
      mandap: ['POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'],
      plain: ['POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'],
    },
    signedOut: true,
    open: ({ open }) => open('/login'),
    async ready({ page }) {
      await page.getByLabel('Email').fill(ADMINISTRATOR.email)
      await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password)
    },
    act: (page) => page.getByRole('button', { name: 'Login' }).click(),
    shows: [{ says: 'Invalid Credentials', well: (page) => heading(page, 'Dashboard') }],
    kept: (page) => value(page.getByLabel('Email'), ADMINISTRATOR.email),
  },
  {
    title: '§2.3 Login: the reset e-mail',
    calls: {
      mandap: ['POST /identitytoolkit.googleapis.com/v1/accounts:sendOobCode'],
      plain: ['POST /identitytoolkit.googleapis.com/v1/accounts:sendOobCode'],
    },
    signedOut: true,
    open: ({ open }) => open('/login'),
    ready: ({ page }) => page.getByLabel('Email').fill(ADMINISTRATOR.email),
    act: (page) => page.getByRole('link', { name: 'Forgot Password?' }).click(),
    shows: [
      {
        says: 'Error sending password reset email. Please try again.',
        well: (page) => page.getByText('Password reset email sent. Check your inbox.'),
      },
    ],
    fine: (mode) => mode === 'shape',
    kept: (page) => value(page.getByLabel('Email'), ADMINISTRATOR.email),
  },
  {
    title: '§5.1 Super Admin: sending the OTP',
    calls: { mandap: ['POST /otp/sms'], plain: ['POST /otp/sms'] },
    open: ({ open }) => open('/dashboard'),
    async ready({ page }) {
      if (await dialog(page).isVisible()) await press('Cancel')(page)
      await openSuperAdmin(page)
      await superAdminDialog(page).getByLabel('Phone number').fill(PHONE)
    },
    act: press('Send OTP'),
    shows: [
      {
        // an answer that cannot be read at all throws
        says: (mode) =>
          isAnswered(mode) && mode !== 'empty' ? 'Failed to send OTP' : 'Error sending OTP',
        within: dialog,
        well: (page) => dialog(page).getByLabel('OTP'),
      },
    ],
    kept: (page) => value(dialog(page).getByLabel('Phone number'), PHONE),
  },
  {
    title: '§5.2 Super Admin: checking the OTP',
    calls: { mandap: ['POST /otp/verify'], plain: 'has the browser compare the OTP' },
    open: ({ open }) => open('/dashboard'),
    async ready({ page }) {
      const disable = page.getByRole('button', { name: 'Disable' })
      if (await disable.isVisible()) await disable.click()
      await openSuperAdmin(page)
      await superAdminDialog(page).getByLabel('Phone number').fill(PHONE)
      await press('Send OTP')(page)
      const shown = await dialog(page)
        .getByText(/The OTP is \d{6}/)
        .textContent()
      await dialog(page)
        .getByLabel('OTP')
        .fill(/\d{6}/.exec(shown ?? '')?.[0] ?? '')
    },
    act: press('Verify'),
    shows: [
      {
        says: (mode) => SENTENCES[mode],
        within: dialog,
        well: (page) => page.getByRole('button', { name: 'Disable' }),
      },
    ],
    kept: (page) => dialog(page).getByLabel('OTP').and(page.locator('input')).waitFor(),
  },
]
