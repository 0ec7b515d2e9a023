import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DEMONSTRATION_EMAIL, DEMONSTRATION_PASSWORD } from '@mandap/demo/account.ts'
import { BASE_BOOKINGS } from '@mandap/demo/generate.ts'
import { expect, type Page, test } from '@playwright/test'
import { csvRows, exported } from './testing/export.ts'
import { navigate } from './testing/navigate.ts'
import { pagesHost } from './testing/pages-host.ts'
import { confirm, decide, dialog, fillDecision, seenAfter } from './testing/review.ts'
import { signIn } from './testing/sign-in.ts'
import { turnOnSuperAdmin } from './testing/super-admin.ts'

const EMAIL = /[\w.+-]+@[\w.-]+\.example/
const SCRIPT = join(import.meta.dirname, '../scripts/demo-console.ts')
const FOLDER = join(import.meta.dirname, '../console/dist-demo')

let child: ChildProcess
let url: string

test.beforeAll(async () => {
  // the first run builds the console
  test.setTimeout(180_000)
  child = spawn(process.execPath, [SCRIPT], {
    env: { PATH: process.env['PATH'], PORT: '0', NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'close').then(() => true)
  while (!said.includes('The demonstration is ready'))
    if ((await Promise.race([once(child.stderr!, 'data'), ended])) === true)
      throw new Error(`The demonstration did not start.\n${said}`)
  url = /http:\/\/localhost:\d+/.exec(said)?.[0] ?? ''
})

test.afterAll(() => child.kill())

async function signInToDemonstration(page: Page, password = DEMONSTRATION_PASSWORD) {
  await signIn(page, { email: DEMONSTRATION_EMAIL, password })
}

const deletion = (page: Page) => page.getByRole('dialog', { name: 'Delete Partner' })
const pending = (page: Page) => page.getByRole('list', { name: 'Partners' }).getByRole('article')

// both build into the same folder
test.describe.configure({ mode: 'default' })

test('works without a server: sign-in, a decision, a deletion, an export, documents', async ({
  page,
}) => {
  test.slow()
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
  await page.goto(`${url}/approval-panel`)
  await signInToDemonstration(page, 'another-password')
  await expect(page.getByText('Invalid Credentials')).toBeVisible()
  await signInToDemonstration(page)
  await expect(page).toHaveURL(/\/approval-panel$/)
  await navigate(page, '/dashboard')
  const count = BASE_BOOKINGS.toLocaleString('en-IN')
  await expect(page.getByText(`${count} bookings`)).toBeVisible()
  await navigate(page, '/approval-panel')

  // the first in order has no name
  const partner = pending(page).nth(1)
  const name = (await partner.getByRole('heading').textContent()) ?? ''
  await partner.getByRole('link', { name: `View KYC of ${name}` }).click()
  await page.getByRole('link', { name: 'Online KYC' }).click()
  await expect(page.getByRole('img', { name: /Aadhar/ })).toBeVisible()
  await decide(page, 'Approve')

  // a reload resets the data
  await page.goto(`${url}/approval-panel`)
  await expect(pending(page).filter({ hasText: name })).toBeVisible()
  await turnOnSuperAdmin(page)
  const other = pending(page).nth(2)
  const deleted = (await other.getByRole('heading').textContent()) ?? ''
  await other.getByRole('button', { name: `Delete ${deleted}` }).click()
  // the dialog has no text until its code is loaded
  await expect(deletion(page)).toContainText(EMAIL)
  const email = (await deletion(page).textContent())?.match(EMAIL)?.[0] ?? ''
  await deletion(page).getByLabel('Partner email').fill(email)
  await seenAfter(page, 'Partner deleted successfully!', () =>
    deletion(page).getByRole('button', { name: 'Delete' }).click(),
  )
  await expect(page.getByRole('button', { name: `Delete ${deleted}` })).toHaveCount(0)

  await page.goto(`${url}/partner-details`)
  const file = await exported(page, 'CSV')
  expect(file.name).toMatch(/^partners-approved-\d{4}-\d\d-\d\d\.csv$/)
  expect(csvRows(file).length).toBeGreaterThan(50)

  const beyond = requests.filter((request) => !/^GET .*\/(?:assets|samples)\//.test(request))
  const paths = beyond.map((request) => request.replace(url, ''))
  expect(paths.filter((path) => /^(?:POST|PUT|PATCH|DELETE) /.test(path))).toEqual([])
})

test('two tabs share the records, and each shows what the other does', async ({
  page,
  context,
}) => {
  test.slow()
  const another = `${DEMONSTRATION_EMAIL} in another tab`
  const notice = (tab: Page) => tab.getByText(`Changed by ${another} just now.`)
  const writes: string[] = []
  context.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`)
  })
  const presence = (tab: Page) => tab.getByText(`${another} is reviewing this partner, since`)
  await page.goto(`${url}/approval-panel`)
  await signInToDemonstration(page)
  const partner = pending(page).nth(1)
  const name = (await partner.getByRole('heading').textContent()) ?? ''
  await partner.getByRole('link', { name: `View KYC of ${name}` }).click()
  await page.getByRole('link', { name: 'Online KYC' }).click()
  await expect(page.getByRole('heading', { name: 'Online KYC', level: 1 })).toBeVisible()
  const other = await context.newPage()

  await test.step('each sees that the other has the partner open', async () => {
    await other.goto(page.url())
    await expect(presence(page)).toBeVisible()
    await expect(presence(other)).toBeVisible()
  })

  await test.step('a decision appears in the other tab, and does not replace one that is being made', async () => {
    await fillDecision(page, 'Decline', { items: ['Video'], reason: 'Not this person' })
    await decide(other, 'Approve')
    await expect(dialog(page).getByText(`${another} changed this partner just now.`)).toBeVisible()
    await expect(notice(other)).toHaveCount(0)
    await confirm(page, 'Decline')
    await expect(page.getByRole('dialog', { name: `${another} decided first` })).toBeVisible()
    await page.getByRole('button', { name: 'Keep' }).click()
    await expect(notice(page)).toBeVisible()
    await expect(notice(other)).toHaveCount(0)
  })

  await test.step('a new tab has what the open ones have changed', async () => {
    const third = await context.newPage()
    await third.goto(`${url}/approval-panel`)
    await expect(pending(third).first()).toBeVisible()
    await expect(pending(third).filter({ hasText: name })).toHaveCount(0)
    await third.close()
  })

  await test.step('a closed tab no longer has the partner open', async () => {
    const at = Date.now()
    await other.close({ runBeforeUnload: true })
    await expect(presence(page)).toHaveCount(0)
    expect(Date.now() - at).toBeLessThan(10_000)
  })

  await test.step('a reload of the last tab resets the records', async () => {
    await page.goto(`${url}/approval-panel`)
    await expect(pending(page).filter({ hasText: name })).toBeVisible()
  })
  expect(writes).toEqual([])
})

test('a tab continues when the process of the shared worker has crashed', async ({
  page,
  context,
}) => {
  await page.goto(`${url}/approval-panel`)
  await signInToDemonstration(page)
  await expect(pending(page).first()).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${url}/approval-panel`)
  await expect(pending(other).first()).toBeVisible()
  const reloaded = other.waitForEvent('load')
  // the first tab has started the worker, in its own process
  await page.goto('chrome://crash').catch(() => {})
  await reloaded
  await pending(other)
    .nth(1)
    .getByRole('link', { name: /^View KYC/ })
    .click()
  await expect(other.getByRole('link', { name: 'Online KYC' })).toBeVisible()
})

test('has a page for Pages hosts that know no deep links', async ({ request }) => {
  const [index, missing, config] = await Promise.all(
    ['', '/404.html', '/config.json'].map(async (path) =>
      (await request.get(`${url}${path}`)).text(),
    ),
  )
  expect(missing).toBe(index)
  expect(JSON.parse(config ?? '')).toMatchObject({ kind: 'demo' })
})

test('works below a folder of a Pages host: deep links, reloads, documents, unknown paths', async ({
  page,
}) => {
  const below = '/some/folder/'
  const host = await pagesHost(FOLDER, below)
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(host.url)) outside.push(request.url())
  })
  await page.goto(`${host.url}approval-panel`)
  await signInToDemonstration(page)
  await expect(page).toHaveURL(`${host.url}approval-panel`)

  await pending(page)
    .nth(1)
    .getByRole('link', { name: /^View KYC/ })
    .click()
  await page.getByRole('link', { name: 'Online KYC' }).click()
  const paper = page.getByRole('img', { name: /Aadhar/ })
  await expect(paper).toBeVisible()
  await page.reload()
  await expect(paper).toHaveJSProperty('complete', true)
  expect(await paper.getAttribute('src')).toContain(`${below}samples/`)
  const opened = new URL(page.url()).pathname
  expect(new Set(host.missing)).toEqual(new Set([`${below}approval-panel`, opened]))

  const search = `${host.url}booking-details?search=a`
  await page.goto(search)
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page).toHaveURL(search)
  await expect(page.getByRole('main')).toBeFocused()

  await page.goto(`${host.url}nothing/here`)
  await expect(page).toHaveURL(`${host.url}dashboard`)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(host.url)
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(outside).toEqual([])
  await host.close()
})
