import { page } from 'vitest/browser'
import { expect } from 'vitest'
import { click, fill } from '../testing/act.ts'
import { ADMINISTRATOR } from '../testing/open-console.tsx'
import { PHONE } from './records.ts'
import { dialog, isRefused, press, type Scenario, SENTENCES } from './scenario.ts'

const email = () => page.getByLabelText('Email')

async function openSuperAdmin() {
  await click(page.getByRole('banner').getByRole('button', { name: 'Super Admin' }))
  await fill(dialog().getByLabelText('Phone number'), PHONE)
}

async function openOtp() {
  await openSuperAdmin()
  await press('Send OTP')()
  await fill(dialog().getByLabelText('OTP'), await shownOtp())
}

export async function shownOtp(): Promise<string> {
  const sentence = dialog().getByText(/The OTP is \d{6}/)
  await expect.element(sentence).toBeVisible()
  return /\d{6}/.exec(sentence.element().textContent)?.[0] ?? ''
}

export const SESSION_SCENARIOS: readonly Scenario[] = [
  {
    title: '§2.3 Login: signing in',
    calls: {
      mandap: ['POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'],
      plain: ['POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'],
    },
    path: '/login',
    signedOut: true,
    async ready() {
      await fill(email(), ADMINISTRATOR.email)
      await fill(page.getByLabelText('Password', { exact: true }), ADMINISTRATOR.password)
    },
    act: () => click(page.getByRole('button', { name: 'Login' })),
    shows: [
      { says: 'Invalid Credentials', good: () => page.getByRole('heading', { name: 'Dashboard' }) },
    ],
    kept: () => expect(email().element()).toHaveValue(ADMINISTRATOR.email),
  },
  {
    title: '§2.3 Login: the reset e-mail',
    calls: {
      mandap: ['POST /identitytoolkit.googleapis.com/v1/accounts:sendOobCode'],
      plain: ['POST /identitytoolkit.googleapis.com/v1/accounts:sendOobCode'],
    },
    path: '/login',
    signedOut: true,
    ready: () => fill(email(), ADMINISTRATOR.email),
    act: () => click(page.getByRole('link', { name: 'Forgot Password?' })),
    shows: [
      {
        says: 'Error sending password reset email. Please try again.',
        good: () => page.getByText('Password reset email sent. Check your inbox.'),
      },
    ],
    kept: () => expect(email().element()).toHaveValue(ADMINISTRATOR.email),
    succeeds: (mode) => mode === 'wrongShape',
  },
  {
    title: '§5.1 Super Admin: sending the OTP',
    calls: { mandap: ['POST /otp/sms'], plain: ['POST /otp/sms'] },
    path: '/dashboard',
    ready: openSuperAdmin,
    act: press('Send OTP'),
    shows: [
      {
        says: (mode) =>
          isRefused(mode) || mode === 'wrongShape' ? 'Failed to send OTP' : 'Error sending OTP',
        within: dialog,
        good: () => dialog().getByLabelText('OTP'),
      },
    ],
    kept: () => expect(dialog().getByLabelText('Phone number').element()).toHaveValue(PHONE),
  },
  {
    title: '§5.2 Super Admin: checking the OTP',
    calls: { mandap: ['POST /otp/verify'] },
    path: '/dashboard',
    ready: openOtp,
    act: press('Verify'),
    shows: [
      {
        says: (mode) => SENTENCES[mode],
        within: dialog,
        good: () => page.getByRole('button', { name: 'Disable' }),
      },
    ],
    kept: () =>
      expect(dialog().getByLabelText('OTP').element()).toHaveValue(
        expect.stringMatching(/^\d{6}$/),
      ),
  },
]
