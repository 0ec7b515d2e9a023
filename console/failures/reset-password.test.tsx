import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { click, fill, shown } from '../testing/act.ts'
import { openConsole } from '../testing/open-console.tsx'
import { hostWithRecords } from './records.ts'

const NEW_PASSWORD = 'three quiet elephants'

const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const broken = () => new Response('{}', { status: 500 })
const done = () => Response.json({ email: 'asha@mandap.example' })

/** Refuses a call because there were too many. */
const tooMany = (headers: Record<string, string>) => () =>
  Response.json({ error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } }, { status: 400, headers })

/** Opens the link of a reset mail. Each call for its code gets the next answer. */
function openLink(answers: (() => Response | Promise<Response>)[]) {
  const host = hostWithRecords('mandap')
  const identity: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (!pathname.endsWith('accounts:resetPassword')) return host.fetch(input, init)
    return (answers.shift() ?? broken)()
  }
  openConsole({ ...host, fetch: identity }, '/reset-password?oobCode=code', { signedOut: true })
}

test('a link that could not be checked is checked again', async () => {
  openLink([lost, broken, done])
  await shown(page.getByRole('heading', { name: "Can't reach the server" }))
  await click(page.getByRole('button', { name: 'Try again' }))
  await shown(page.getByRole('heading', { name: 'The server had a problem' }))
  await click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
})

test('the typed passwords are kept when they could not be sent, and sent again', async () => {
  const answers = [done, lost, tooMany({ 'retry-after': '421' }), tooMany({}), done]
  openLink(answers)
  await fill(page.getByLabelText('New password', { exact: true }), NEW_PASSWORD)
  await fill(page.getByLabelText('Repeat new password'), NEW_PASSWORD)
  const stillWorks = 'Your link still works until its time ends.'
  for (const says of [
    "Can't reach the server.",
    `Too many attempts.Try again in 8 minutes. ${stillWorks}`,
    `Too many attempts.Wait a few minutes, then try again. ${stillWorks}`,
  ]) {
    await click(page.getByRole('button', { name: 'Set new password' }))
    await expect.poll(() => page.getByRole('alert').element().textContent).toContain(says)
    const repeated = page.getByLabelText('Repeat new password').element()
    expect(repeated).toHaveValue(NEW_PASSWORD)
  }
  await click(page.getByRole('button', { name: 'Set new password' }))
  await shown(page.getByRole('heading', { name: 'Your new password is set' }))
})
