import { appCode } from '@mandap/server/testing/second-factor.ts'
import type { Page } from '@playwright/test'
import type { App } from './app.ts'

/** Returns a code of the app that was not used yet, by forgetting the last one. */
export async function freshCode({ db }: Pick<App, 'db'>, key: string): Promise<string> {
  await db.updateTable('second_factor').set({ last_period: 0 }).execute()
  return appCode(key, new Date())
}

/** Returns the key that is shown beside the QR code. */
export async function shownKey(page: Page): Promise<string> {
  const text = (await page.locator('code').textContent()) ?? ''
  return text.replaceAll(' ', '')
}
