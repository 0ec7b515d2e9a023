import { listen } from '@mandap/server/testing/listen.ts'
import { newAdministrator } from '@mandap/server/testing/administrators.ts'
import type { Page } from '@playwright/test'
import { expect, keepSession, test } from './testing/app.ts'
import { signIn } from './testing/sign-in.ts'

const CALL = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=mandap'

interface Person {
  email: string
  password: string
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
}

/** Serves a page of another site that makes its visitors' browsers guess passwords. */
async function attackingPage(target: string, { email }: Person) {
  const html = `<!doctype html><title>Win a holiday</title>
    <iframe name="hidden"></iframe>
    <form method="post" action="${target}" target="hidden">
      <input name="email" value="${email}"><input name="password" value="a guess">
    </form>
    <script>
      const json = JSON.stringify({ email: '${email}', password: 'a guess' })
      const form = new URLSearchParams(JSON.parse(json))
      const type = { 'content-type': 'application/json' }
      const post = (init) => fetch('${target}', { method: 'POST', ...init }).catch(() => 'blocked')
      async function submitForm() {
        const frame = document.querySelector('iframe')
        const loaded = new Promise((resolve) => (frame.onload = resolve))
        document.forms[0].submit()
        await loaded
      }
      async function attack() {
        for (let n = 0; n < 6; n++) {
          await submitForm()
          await post({ mode: 'no-cors', body: form })
          await post({ mode: 'no-cors', body: json })
          await post({ headers: type, body: json })
        }
        document.title = 'done'
      }
      attack()
    </script>`
  const { port, close } = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  })
  return {
    // a different site from 127.0.0.1
    url: `http://localhost:${port}/`,
    close,
  }
}

test('a page of another site cannot use up the attempts of its visitor', async ({ app, page }) => {
  const person = await newAdministrator(app.db)
  const attacker = await attackingPage(`${app.url}${CALL}`, person)
  let guesses = 0
  page.on('request', (request) => (guesses += request.method() === 'POST' ? 1 : 0))
  await page.goto(attacker.url)
  await expect(page).toHaveTitle('done')
  expect(guesses).toBe(24)
  await attacker.close()
  await page.goto(`${app.url}/login`)
  await signIn(page, person)
  await expect(page).toHaveURL(`${app.url}/dashboard`)
})

test('guesses from the same address block a new browser, but not one that signed in before', async ({
  app,
  page,
  browser,
}) => {
  const person = await newAdministrator(app.db)
  await page.goto('/login')
  await signIn(page, person)
  await expect(page).toHaveURL('/dashboard')
  await signOut(page)
  const [cookie] = await page.context().cookies(`${app.url}${CALL}`)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  expect(await page.context().cookies(`${app.url}/bookings`)).toEqual([])

  for (let n = 0; n < 10; n++)
    await fetch(`${app.url}${CALL}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.email, password: 'a guess' }),
    })
  const other = await browser.newPage({ baseURL: app.url })
  await other.goto('/login')
  await signIn(other, person)
  await expect(other.getByRole('alert')).toContainText('Too many attempts.')
  await other.close()

  await signIn(page, person)
  await expect(page).toHaveURL('/dashboard')
})

test('a tab that did not run while another person signed in shows nothing of the one before', async ({
  app,
  page,
}) => {
  const [before, after] = [await newAdministrator(app.db), await newAdministrator(app.db)]
  await keepSession(page, await app.startSession(before))
  await page.goto('/account')
  await expect(page.getByRole('main')).toContainText(before.email)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill(before.password)
  const { idToken, refreshToken } = await app.startSession(after)
  // the tab sees the last state of the storage alone
  await page.evaluate(
    ([token, refresh]) => {
      localStorage.setItem('mandap.admin.token', token)
      localStorage.setItem('mandap.admin.refresh', refresh)
      dispatchEvent(new StorageEvent('storage'))
    },
    [idToken, refreshToken] as const,
  )
  await expect(page.getByRole('main')).toContainText(after.email)
  await expect(page.getByText(before.email)).toHaveCount(0)
  await expect(page.getByLabel('Current password')).toHaveCount(0)
})
