import type { Page } from '@playwright/test'

/** Goes to a path of the console that the page has loaded, as a link would, without loading it again. */
export async function navigate(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState({ usr: null, key: String(performance.now()) }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  }, path)
}
