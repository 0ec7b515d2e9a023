import { PHONE } from '@mandap/server/testing/super-admin.ts'
import { expect, type Page } from '@playwright/test'
import type { App } from './app.ts'

export { PHONE }

export const superAdminDialog = (page: Page) => page.getByRole('dialog', { name: 'Super Admin' })

/** Opens the Super Admin dialog (§4.1) from the top bar of a desktop. */
export async function openSuperAdmin(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Super Admin' }).click()
  await expect(superAdminDialog(page)).toBeVisible()
}

/** Sends an OTP, and returns the one that a server without SMS shows. */
export async function sendOtp(page: Page): Promise<string> {
  const dialog = superAdminDialog(page)
  await dialog.getByLabel('Phone number').fill(PHONE)
  await dialog.getByRole('button', { name: 'Send OTP' }).click()
  const shown = dialog.getByText(/The OTP is \d{6}/)
  return (await shown.textContent())?.match(/\d{6}/)?.[0] ?? ''
}

/** Completes the open dialog. */
export async function verifyThrough(page: Page) {
  const otp = await sendOtp(page)
  await superAdminDialog(page).getByLabel('OTP').fill(otp)
  await superAdminDialog(page).getByRole('button', { name: 'Verify' }).click()
  await expect(superAdminDialog(page)).toBeHidden()
}

/** Turns Super Admin on from the top bar. */
export async function turnOnSuperAdmin(page: Page) {
  await openSuperAdmin(page)
  await verifyThrough(page)
}

/** Deletes the counted OTP requests, so that one test does not limit the next. */
export async function forgetAttempts({ db }: App) {
  await db.deleteFrom('attempt').execute()
}
