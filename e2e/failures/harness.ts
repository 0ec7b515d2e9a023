import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import { plainHost } from '@mandap/server/testing/plain-host.ts'
import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import { serveConsole } from '@mandap/server/testing/static-site.ts'
import type { Page } from '@playwright/test'
import { type FailingProxy, failingProxy } from './proxy.ts'
import type { App } from '../testing/app.ts'
import { aStoredBooking, aStoredPartner, aStoredUser, inDays } from '../testing/records.ts'
import { forgetTries, PHONE } from '../testing/super-admin.ts'

/** A console on a host whose calls can be made to fail. */
export interface Harness {
  page: Page
  kind: 'mandap' | 'plain'
  proxy: FailingProxy
  /** Goes to a path of the console, without loading it again where it stands already. */
  open: (path: string) => Promise<void>
  /** Leaves the session and comes back to the same place: nothing that was fetched is kept. */
  enterAnew: () => Promise<void>
  /** Begins a session, as another tab would; a page that is open follows. */
  signIn: (as?: { superAdmin: boolean }) => Promise<void>
  booking: (given?: JsonObject) => Promise<string>
  partner: (given?: JsonObject) => Promise<string>
  user: (given?: JsonObject) => Promise<string>
  app: App
  close: () => Promise<void>
}

const TOKEN = 'a-token-of-the-plain-host'

export async function mandapHarness(page: Page, app: App): Promise<Harness> {
  const proxy = await failingProxy(app.url)
  return {
    page,
    kind: 'mandap',
    proxy,
    open: (path) => opened(page, proxy.url, path),
    enterAnew: () => enterAnew(page),
    async signIn({ superAdmin } = { superAdmin: false }) {
      await forgetTries(app)
      const { idToken, refreshToken } = await app.startSession()
      const grant = superAdmin ? await app.elevate(idToken) : null
      await keep(page, proxy.url, { token: idToken, refresh: refreshToken, grant })
    },
    booking: async (json) => (await aStoredBooking(app, json)).id,
    partner: async (json) => (await aStoredPartner(app, json)).id,
    user: async (json) => (await aStoredUser(app, json)).id,
    app,
    close: () => proxy.close(),
  }
}

export async function plainHarness(page: Page, app: App): Promise<Harness> {
  const host = await plainHost({ token: TOKEN, administrators: [ADMINISTRATOR] })
  const proxy = await failingProxy(host.url)
  const site = await serveConsole({
    host: proxy.url,
    kind: 'plain',
    superAdminNumbers: [PHONE],
    identity: {
      signInUrl: host.identity.signInUrl.replace(host.url, proxy.url),
      resetUrl: host.identity.resetUrl.replace(host.url, proxy.url),
    },
  })
  // the clock of a page does not reach into its worker; without one the same code runs in the page
  await page.route(/\/worker-.{8}\.js$/, (route) => route.abort())
  const put = (records: Map<string, JsonObject>, json: JsonObject) => {
    records.set(readId(json['_id']), json)
    return Promise.resolve(readId(json['_id']))
  }
  const dates = { dateFrom: inDays(30), dateTo: inDays(31), createdAt: inDays(-2) }
  return {
    page,
    kind: 'plain',
    proxy,
    open: (path) => opened(page, site.url, path),
    enterAnew: () => enterAnew(page),
    signIn: ({ superAdmin } = { superAdmin: false }) =>
      keep(page, site.url, { token: TOKEN, refresh: '', grant: superAdmin ? '' : null }),
    booking: (json) => put(host.bookings, bookingJson({ ...dates, ...json })),
    partner: (json) => put(host.partners, partnerJson({ status: 'approved', ...json })),
    user: (json) => put(host.users, userJson(json)),
    app,
    async close() {
      await site.close()
      await proxy.close()
      await host.close()
    },
  }
}

async function opened(page: Page, url: string, path: string) {
  const isHere = page.url().startsWith(url) && (await page.locator('#root').count()) > 0
  if (!isHere) return void (await page.goto(url + path, { waitUntil: 'commit' }))
  await page.evaluate((to) => {
    history.pushState({ usr: null, key: String(performance.now()), idx: history.length }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  }, path)
}

async function enterAnew(page: Page) {
  await page.evaluate(async () => {
    const told = () => dispatchEvent(new StorageEvent('storage', { key: 'mandap.admin.token' }))
    const token = localStorage.getItem('mandap.admin.token') ?? ''
    localStorage.removeItem('mandap.admin.token')
    told()
    // what stands without a session, before the session is back: the login screen or the way to it
    const without = 'input[name=password], header a[href="/"]'
    while (!document.querySelector(without)) await new Promise(requestAnimationFrame)
    localStorage.setItem('mandap.admin.token', token)
    told()
  })
}

/** Puts a session into the browser; without a page of the console yet, by way of a small one. */
async function keep(
  page: Page,
  url: string,
  session: { token: string; refresh: string; grant: string | null },
) {
  if (!page.url().startsWith(url)) await page.goto(`${url}/favicon.svg`)
  await page.evaluate(({ token, refresh, grant }) => {
    localStorage.setItem('mandap.admin.token', token)
    if (refresh) localStorage.setItem('mandap.admin.refresh', refresh)
    localStorage.setItem('mandap.admin.superAdmin', String(grant !== null))
    localStorage.removeItem('mandap.admin.active')
    dispatchEvent(new StorageEvent('storage', { key: 'mandap.admin.token' }))
    if (grant === null) return
    const elevation = { grant: grant || null, expiresAt: grant ? Date.now() + 800_000 : null }
    sessionStorage.setItem('mandap.admin.elevation', JSON.stringify(elevation))
    // a page that is open asks other tabs for their grant, and ends the mode where none has one
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    new BroadcastChannel('mandap.admin.elevation').postMessage({ kind: 'begun', elevation })
  }, session)
}
