import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords, sessionJson } from '../../../failures/records.ts'
import { dialog, press } from '../../../failures/scenario.ts'
import { click, fill, shown } from '../../../testing/act.ts'
import { ADMINISTRATOR, openConsole } from '../../../testing/open-console.tsx'

const section = () => page.getByRole('region', { name: 'Second factor' })
const offer = () => section().getByRole('button', { name: 'End all other sessions' })

/** Opens the account of a person with an app and a passkey, who is signed in with these sessions. */
function openAccount(ids: readonly string[]) {
  const now = new Date().toISOString()
  let sessions = ids.map((id) => sessionJson(id, now))
  const { email } = ADMINISTRATOR
  const host = hostWithRecords('mandap', {
    'GET /account': () => ({ data: { email, name: 'Asha Rao', passwordChangedAt: now, sessions } }),
    'POST /account/sessions/end-others': () => {
      const ended = sessions.length - 1
      sessions = sessions.filter(({ isCurrent }) => isCurrent)
      return { data: { ended } }
    },
  })
  let app = [{ mfaEnrollmentId: 'app' }]
  const passkeyInfo = [{ mfaEnrollmentId: 'key', displayName: 'Desk' }]
  const identity: typeof fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (pathname.endsWith('accounts:lookup'))
      return Promise.resolve(Response.json({ users: [{ mfaInfo: app, passkeyInfo }] }))
    if (pathname.endsWith('recoveryCodes:renew'))
      return Promise.resolve(Response.json({ recoveryCodes: ['abcd'] }))
    if (pathname.endsWith('passkeys:rename')) return Promise.resolve(Response.json({}))
    if (!pathname.endsWith('mfaEnrollment:withdraw')) return host.fetch(input, init)
    app = []
    return Promise.resolve(Response.json({}))
  }
  openConsole({ ...host, fetch: identity }, '/account')
}

async function removeApp() {
  await click(page.getByRole('button', { name: 'Remove the app' }))
  await fill(dialog().getByLabelText('Password', { exact: true }), ADMINISTRATOR.password)
  await fill(dialog().getByLabelText('Code of the app, or a recovery code'), '123456')
  await press('Remove')()
  await shown(section().getByText('Not set up'))
}

test('after a change of the second factor, the section offers to end the other sessions', async () => {
  openAccount(['own', 'one', 'two'])
  await removeApp()
  await shown(section().getByText('2 other sessions of yours continue'))
  await click(offer())
  await press('End sessions')()
  await shown(page.getByText('2 sessions ended.'))
  await expect.element(offer()).not.toBeInTheDocument()
  await expect.element(section()).toHaveFocus()
})

test('after new recovery codes, the section offers it once their dialog is closed, so that it is announced', async () => {
  openAccount(['own', 'one'])
  await click(page.getByRole('button', { name: 'New recovery codes' }))
  await fill(dialog().getByLabelText('Password', { exact: true }), ADMINISTRATOR.password)
  await fill(dialog().getByLabelText('Code of the app, or a recovery code'), '123456')
  await press('Make new codes')()
  await shown(dialog().getByText('abcd'))
  const text = section().getByText('1 other session of yours continues')
  // the section is behind the dialog, and has no role there
  expect(document.body.textContent).not.toContain('Your second factor was changed.')
  await press('I have kept them')()
  await shown(text)
  await shown(offer())
})

test('after a passkey was renamed, nothing is offered', async () => {
  openAccount(['own', 'one'])
  await click(page.getByRole('button', { name: 'Rename Desk' }))
  await fill(dialog().getByLabelText('Name'), 'Office')
  await press('Save')()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(offer().query()).toBeNull()
})

test('without other sessions, nothing is offered', async () => {
  openAccount(['own'])
  await removeApp()
  expect(offer().query()).toBeNull()
})
