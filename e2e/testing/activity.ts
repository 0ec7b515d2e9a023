import { expect, type Page } from '@playwright/test'

/** Returns the value of a storage key of the console, or null. */
export const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), `mandap.admin.${key}`)

/** Moves the pointer and waits until the console has recorded it as activity (§2.17). */
export async function act(page: Page) {
  const before = await stored(page, 'active')
  await page.mouse.move(200, 300)
  await page.mouse.move(220, 320)
  await expect.poll(() => stored(page, 'active')).not.toBe(before)
}
