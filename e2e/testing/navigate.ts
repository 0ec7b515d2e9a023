import type { Page } from '@playwright/test'

/** Goes to a path of the console that is open, without loading it again. */
export async function navigate(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState({ usr: null, key: to, idx: history.length }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  }, path)
}
