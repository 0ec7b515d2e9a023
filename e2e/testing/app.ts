import type { startServer, Tokens } from '@mandap/server/testing/server.ts'
import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { ownServer } from './own-server.ts'

/** The `api-key` of the marketplace's applications. */
export const UPLOAD_KEY = 'jasmine-and-marigold-and-rose'

export type App = Awaited<ReturnType<typeof startServer>>

interface Options {
  /** Gives a test its own browser context. The clock of a context cannot be reset, nor its cache emptied. */
  ownContext: boolean
}

/**
 * The fixtures of the journeys. Each worker has a server with its own copy of the demonstration data. `signedIn` is a
 * page with its own session. The tests of a worker share
 * a browser context, whose cache holds the compiled console; each begins with empty storage and a new page.
 */
export const test = base.extend<
  { signedIn: Page } & Options,
  { app: App; sharedContext: BrowserContext }
>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the first parameter's pattern
    async ({}, provide) => {
      const app = await ownServer({ UPLOAD_API_KEY: UPLOAD_KEY })
      await provide(app)
      await app.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  sharedContext: [
    async ({ browser }, provide) => {
      const context = await browser.newContext()
      await provide(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  ownContext: [false, { option: true }],
  baseURL: ({ app }, provide) => provide(app.url),
  context: async ({ browser, sharedContext, ownContext }, provide) => {
    const context = ownContext ? await browser.newContext() : sharedContext
    await provide(context)
    if (ownContext) return context.close()
    for (const page of context.pages()) await page.close()
    await context.setOffline(false)
    await context.setStorageState({ cookies: [], origins: [] })
  },
  signedIn: async ({ app, page }, provide) => {
    await keepSession(page, await app.startSession())
    await provide(page)
  },
})

export { expect } from '@playwright/test'
export { given } from './own-server.ts'

/** Stores a session in the browser before the scripts of the console run, once per tab. */
export async function keepSession(page: Page, { idToken, refreshToken }: Tokens) {
  await page.addInitScript(
    ([token, refresh]) => {
      // the frame of a document has no storage
      if (window !== top || sessionStorage.getItem('given')) return
      sessionStorage.setItem('given', 'yes')
      localStorage.setItem('mandap.admin.token', token)
      localStorage.setItem('mandap.admin.refresh', refresh)
    },
    [idToken, refreshToken] as const,
  )
}
