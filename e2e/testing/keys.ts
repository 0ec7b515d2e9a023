import { expect, type Page } from '@playwright/test'

/** Moves the pointer, the first input on a screen, and waits for the code of a dialog that the screen then loads. */
export async function loadDialog(page: Page, chunk: string) {
  const loaded = page.waitForResponse((response) => response.url().includes(`/assets/${chunk}-`))
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
  await loaded
}

/** Expects that a key opens no dialog and is not in the list of shortcuts. */
export async function expectNoKey(page: Page, key: string) {
  await page.keyboard.press(key)
  // the list does not open over another dialog
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Keyboard shortcuts')
  await expect(dialog.getByRole('definition').filter({ hasText: /^\?$/ })).toHaveCount(1)
  await expect(dialog.getByRole('definition').getByText(key, { exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}
