import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createScratch } from '@mandap/server/testing/scratch.ts'
import { startServer, type Tokens } from '@mandap/server/testing/server.ts'
import { type BrowserContext, test as base, type Page } from '@playwright/test'

/** What the marketplace's applications send as `api-key`. */
export const UPLOAD_KEY = 'jasmine-and-marigold-and-rose'

export type App = Awaited<ReturnType<typeof startServer>>

interface Options {
  /** Gives a test a browser context of its own: its clock cannot be reset, and its cache not be emptied. */
  ownContext: boolean
}

/**
 * Journeys through the real application: a server on a copy of the demonstration for each worker, and pages
 * that open on it. `signedIn` is a page whose browser holds a session of its own. The tests of a worker share
 * a browser context, whose cache holds the compiled console; each begins with empty storage and a new page.
 */
export const test = base.extend<
  { signedIn: Page } & Options,
  { app: App; sharedContext: BrowserContext }
>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the first parameter's pattern
    async ({}, provide) => {
      const scratch = await createScratch(given('E2E_POSTGRES'), given('E2E_DEMONSTRATION'))
      const folder = await mkdtemp(join(tmpdir(), 'mandap-app-'))
      const app = await startServer(scratch.url, { DATA_DIR: folder, UPLOAD_API_KEY: UPLOAD_KEY })
      await provide(app)
      await app.close()
      await scratch.drop()
      await rm(folder, { recursive: true })
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

/** Gives the page's browser a session before any script of ours runs, once a tab. */
export async function keepSession(page: Page, { idToken, refreshToken }: Tokens) {
  await page.addInitScript(
    ([token, refresh]) => {
      // a frame with a document in it has no storage
      if (window !== top || sessionStorage.getItem('given')) return
      sessionStorage.setItem('given', 'yes')
      localStorage.setItem('mandap.admin.token', token)
      localStorage.setItem('mandap.admin.refresh', refresh)
    },
    [idToken, refreshToken] as const,
  )
}

/** A variable that the global set-up leaves for the journeys. */
export function given(variable: string): string {
  const value = process.env[variable]
  if (!value) throw new Error(`${variable} is set by the global set-up of the journeys.`)
  return value
}
