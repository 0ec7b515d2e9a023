import { expect, type Page } from '@playwright/test'

/** What the console keeps under a key of its own, or null. */
export const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), `mandap.admin.${key}`)

/** Moves the pointer, and waits until that has counted: else a turned clock ends the session (§2.17). */
export async function act(page: Page) {
  const before = await stored(page, 'active')
  await page.mouse.move(200, 300)
  await page.mouse.move(220, 320)
  await expect.poll(() => stored(page, 'active')).not.toBe(before)
}
