import { expect, type Page, type Request } from '@playwright/test'

/** The loading states that the screen shows. */
export const loading = (page: Page) =>
  page.locator('output, [aria-busy=true]').filter({ hasText: /loading/i })

/** Counts the unfinished requests of the page. */
export function watchNetwork(page: Page) {
  const underWay = new Set<Request>()
  page.on('request', (request) => {
    // the stream of changes by others never finishes
    if (new URL(request.url()).pathname !== '/events') underWay.add(request)
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return {
    /** Resolves when no request is unfinished and the screen shows no loading state. */
    idle: () =>
      expect(async () => {
        expect(await loading(page).count()).toBe(0)
        expect([...underWay].map((request) => request.url())).toEqual([])
      }).toPass({ intervals: [20], timeout: 20_000 }),
  }
}

/**
 * Answers the stream of changes by others with an end. A page with an open stream never has an idle network, and fetches what
 * it shows again a second after a test stores records.
 */
export function withoutEvents(page: Page): Promise<unknown> {
  const headers = { 'retry-after': '60' }
  return page.route('**/events?*', (route) => route.fulfill({ status: 429, headers, json: {} }))
}
