import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { type PlainHost, type PlainHostSeed, plainHost } from '@mandap/server/testing/plain-host.ts'
import { serveConsole } from '@mandap/server/testing/static-site.ts'
import type { Page } from '@playwright/test'

const TOKEN = 'a-token-of-the-plain-host'

export interface PlainConsole {
  host: PlainHost
  /** Opens a path of the console in the page. */
  open: (path: string) => Promise<unknown>
  close: () => Promise<void>
}

interface PlainSettings extends Pick<PlainHostSeed, 'bookings' | 'users'> {
  superAdmin?: boolean
  viewers?: object
  idleMinutes?: number
  /** Without a token, the console has no session and the host requires none. */
  session?: boolean
}

/** Opens the console as a static site on a host of §7's calls with these partners, signed in. */
export async function plainConsole(
  page: Page,
  partners: readonly JsonObject[],
  { superAdmin = false, session = true, bookings = [], users = [], ...config }: PlainSettings = {},
): Promise<PlainConsole> {
  const host = await plainHost({ partners, bookings, users, ...(session && { token: TOKEN }) })
  const site = await serveConsole({ host: host.url, kind: 'plain', ...config })
  if (session)
    await page.addInitScript(
      ([token, flag]) => {
        localStorage.setItem('mandap.admin.token', token)
        localStorage.setItem('mandap.admin.superAdmin', flag)
      },
      [TOKEN, String(superAdmin)] as const,
    )
  return {
    host,
    open: (path) => page.goto(`${site.url}${path}`),
    async close() {
      await site.close()
      await host.close()
    },
  }
}
