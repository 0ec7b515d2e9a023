import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { parseCsvObjects } from 'hucre/csv'

export interface Exported {
  name: string
  bytes: Uint8Array
}

/** Exports the list of the screen, and returns the file that the browser saved. */
export async function exported(
  page: Page,
  format: 'CSV' | 'Excel',
  button: string | RegExp = 'Export',
): Promise<Exported> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: format }).click(),
  ])
  expect(await download.failure()).toBe(null)
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** Returns the rows of a CSV file by their headings. */
export function csvRows({ bytes }: Exported) {
  return parseCsvObjects(new TextDecoder().decode(bytes), { header: true }).data
}
