import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import type { Page } from '@playwright/test'

interface Credentials {
  email: string
  password: string
}

/** Fills in the form of the open login screen, and submits it. */
export async function signIn(page: Page, { email, password }: Credentials = ADMINISTRATOR) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Opens the login screen of a server, and signs in. */
export async function openAndSignIn(page: Page, who: Credentials, url = '') {
  await page.goto(`${url}/login`)
  await signIn(page, who)
}
