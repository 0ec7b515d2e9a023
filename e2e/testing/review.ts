import { expect, type Page } from '@playwright/test'

interface Given {
  items?: string[]
  reason?: string
}

export const dialog = (page: Page) => page.getByRole('dialog')
export const card = (page: Page, step: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: step }) })

/** Opens a step from the hub. */
export async function openStep(page: Page, step: string) {
  await page.getByRole('link', { name: step }).click()
  await expect(page.getByRole('heading', { name: step, level: 1 })).toBeVisible()
}

/** Opens the dialog of a decision on a step, and fills it in. */
export async function fillDecision(page: Page, action: string, { items = [], reason }: Given = {}) {
  await page.getByRole('button', { name: action, exact: true }).click()
  for (const item of items) await dialog(page).getByRole('checkbox', { name: item }).check()
  if (reason !== undefined) await dialog(page).getByLabel('Reason').fill(reason)
}

export async function confirm(page: Page, action: string) {
  await dialog(page).getByRole('button', { name: action, exact: true }).click()
}

/** Acts, and expects a new message. The wait begins before the action, because a message is shown for 1.5 s only. */
export async function seenAfter(page: Page, message: string, action: () => Promise<void>) {
  await expect(page.getByText(message)).toHaveCount(0)
  await Promise.all([page.getByText(message).waitFor(), action()])
}

/** Decides a step, and expects it to be saved. */
export async function decide(page: Page, action: string, given?: Given) {
  await fillDecision(page, action, given)
  await seenAfter(page, 'Partner Updated Successfully!', () => confirm(page, action))
  await expect(dialog(page)).toHaveCount(0)
}

/** Goes back from a step to its hub. */
export async function backToHub(page: Page) {
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Verification', exact: true })).toBeVisible()
}
