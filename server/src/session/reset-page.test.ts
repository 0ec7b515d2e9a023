import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../testing/browser.ts'
import { ASHA, identityServer } from '../../testing/identity.ts'
import { disableAdministrator, findAdministrator } from './administrator.ts'
import { WEB_API_KEY } from './identity-toolkit.ts'
import { createResetCode, resetLink } from './reset-code.ts'

const SERVICE = '**/accounts:resetPassword*'
const NEW_PASSWORD = 'three quiet elephants'

let server: Awaited<ReturnType<typeof identityServer>>
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[server, browser] = await Promise.all([identityServer(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await server.close()
})
beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
})
afterEach(() => context.close())

async function newLink(): Promise<string> {
  const { id = '' } = (await findAdministrator(server.db, ASHA.email)) ?? {}
  const code = await createResetCode(server.db, id, 'mailed', server.now())
  return resetLink(server.origin, WEB_API_KEY, code)
}

function heading(name: string) {
  return page.getByRole('heading', { name })
}
const password = () => page.getByLabel('New password', { exact: true })
const again = () => page.getByLabel('New password, once more')
const submit = () => page.getByRole('button', { name: 'Set new password' })

describe('the page behind a reset link', () => {
  test('sets a new password, and leads to the sign-in', async () => {
    await page.goto(await newLink())
    await heading('Choose a new password').waitFor()
    expect(await page.getByLabel('Account').inputValue()).toBe(ASHA.email)
    await password().fill(NEW_PASSWORD)
    await again().fill(NEW_PASSWORD)
    await again().press('Enter')
    await heading('Your new password is set').waitFor()
    expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
    expect((await server.signIn({ ...ASHA, password: NEW_PASSWORD })).status).toBe(200)
  })

  test('says what is wrong with what was typed, at its field', async () => {
    await page.goto(await newLink())
    await submit().click()
    await page.getByText('No characters so far: use at least 12.').waitFor()
    await password().pressSequentially('short')
    expect(await page.getByText('characters so far').isVisible()).toBe(false)
    await submit().click()
    await page.getByText('5 characters so far: use at least 12.').waitFor()
    expect(await password().getAttribute('aria-invalid')).toBe('true')
    expect(await password().evaluate((field) => field === document.activeElement)).toBe(true)
    await password().fill(NEW_PASSWORD)
    await again().fill(`${NEW_PASSWORD}!`)
    await submit().click()
    await page.getByText('The two passwords are not the same.').waitFor()
    expect(await again().evaluate((field) => field === document.activeElement)).toBe(true)
  })

  test('shows both passwords on demand', async () => {
    await page.goto(await newLink())
    await page.getByLabel('Show passwords').check()
    for (const field of [password(), again()]) expect(await field.getAttribute('type')).toBe('text')
    await page.getByLabel('Show passwords').uncheck()
    for (const field of [password(), again()])
      expect(await field.getAttribute('type')).toBe('password')
  })

  test('tells a link that was used, that expired, or that is incomplete', async () => {
    const used = await newLink()
    await server.db.updateTable('reset_code').set({ used_at: server.now() }).execute()
    const expired = await newLink()
    server.wait({ minutes: 61 })
    for (const [link, title] of [
      [used, 'This link does not work any more'],
      [expired, 'This link has expired'],
      [`${server.origin}/reset-password`, 'This link does not work any more'],
    ] as const) {
      await page.goto(link)
      await heading(title).waitFor()
      expect(await page.getByText('To send a new one').isVisible()).toBe(true)
      expect(await page.getByRole('link', { name: 'Go to sign-in' }).isVisible()).toBe(true)
    }
  })

  test('tells a disabled administrator', async () => {
    const link = await newLink()
    await disableAdministrator(server.db, ASHA.email, server.now())
    await page.goto(link)
    await heading('This account is switched off').waitFor()
    expect(await submit().isVisible()).toBe(false)
    await server.db.updateTable('administrator').set({ disabled_at: null }).execute()
  })

  test('without an answer of the server, what was typed stays and can be sent again', async () => {
    const link = await newLink()
    await page.route(SERVICE, (route) => route.abort())
    await page.goto(link)
    await heading('The server does not answer').waitFor()
    await page.unroute(SERVICE)
    await page.getByRole('button', { name: 'Try again' }).click()
    await password().fill(NEW_PASSWORD)
    await again().fill(NEW_PASSWORD)
    await page.route(SERVICE, (route) => route.abort())
    await submit().click()
    await page.getByRole('alert').getByText('The server does not answer.').waitFor()
    await page.unroute(SERVICE)
    expect(await again().inputValue()).toBe(NEW_PASSWORD)
    await submit().click()
    await heading('Your new password is set').waitFor()
  })

  test('tells too many tries', async () => {
    await page.route(SERVICE, (route) =>
      route.fulfill({
        status: 400,
        json: { error: { code: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } },
      }),
    )
    await page.goto(await newLink())
    await heading('Too many tries').waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(true)
  })

  test('needs nothing that its content policy forbids, and leaks its address to nobody', async () => {
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    const response = await page.goto(await newLink())
    await heading('Choose a new password').waitFor()
    expect(complaints).toEqual([])
    expect(response?.headers()).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self';/),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })
})

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test.each([1440, 390])('no axe violation at %i', async (width) => {
    const themed = await browser.newContext({ colorScheme, viewport: { width, height: 844 } })
    page = await themed.newPage()
    await page.goto(await newLink())
    await submit().click()
    await page.getByText('No characters so far').waitFor()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true)
    await page.goto(`${server.origin}/reset-password`)
    await heading('This link does not work any more').waitFor()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await themed.close()
  })
})
