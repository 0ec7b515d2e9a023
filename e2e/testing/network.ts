import { EventEmitter, once } from 'node:events'
import type { Page, Request } from '@playwright/test'

/** Milliseconds to wait for an idle network. */
const IDLE_MS = 20_000

/** What a loading state is: its selector, and a part of its text in any case. */
const LOADING = { selector: 'output, [aria-busy=true]', hasText: 'loading' }

/** The loading states that the screen shows. */
export const loading = (page: Page) => page.locator(LOADING.selector).filter(LOADING)

/** Counts the unfinished requests of the page. */
export function watchNetwork(page: Page) {
  const underWay = new Set<Request>()
  const events = new EventEmitter()
  const end = (request: Request) => {
    underWay.delete(request)
    if (underWay.size === 0) events.emit('idle')
  }
  page.on('request', (request) => {
    // the stream of changes by others never finishes
    if (new URL(request.url()).pathname !== '/events') underWay.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return {
    /** Resolves when no request is unfinished and the screen shows no loading state. */
    async idle() {
      const signal = AbortSignal.timeout(IDLE_MS)
      do {
        if (underWay.size > 0)
          await once(events, 'idle', { signal }).catch(() => {
            throw new Error(
              `Unfinished: ${[...underWay].map((request) => request.url()).join(' ')}`,
            )
          })
        // one call waits in the page, which takes less time than reading its state again and again
        await page.waitForFunction(showsNone, LOADING, { polling: 20, timeout: IDLE_MS })
      } while (underWay.size > 0)
    },
  }
}

function showsNone({ selector, hasText }: typeof LOADING): boolean {
  return [...document.querySelectorAll(selector)].every(
    ({ textContent }) => !textContent.toLowerCase().includes(hasText),
  )
}

/**
 * Answers the stream of changes by others with an end. A page with an open stream never has an idle network, and fetches what
 * it shows again a second after a test stores records.
 */
export function withoutEvents(page: Page): Promise<unknown> {
  const headers = { 'retry-after': '60' }
  return page.route('**/events?*', (route) => route.fulfill({ status: 429, headers, json: {} }))
}
