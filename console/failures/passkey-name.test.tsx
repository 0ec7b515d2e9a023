import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { click, fill, shown } from '../testing/act.ts'
import { ADMINISTRATOR, openConsole } from '../testing/open-console.tsx'
import { hostWithRecords } from './records.ts'
import { dialog, press } from './scenario.ts'

const PASSKEY = { mfaEnrollmentId: 'passkey', displayName: 'Key' }

/** Opens an account with these passkeys. */
function openAccount(passkeys: readonly object[]) {
  const host = hostWithRecords('mandap')
  const identity: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (pathname.endsWith('accounts:lookup'))
      return Response.json({ users: [{ passkeyInfo: passkeys }] })
    if (pathname.endsWith('passkeyEnrollment:start'))
      return Response.json({ credentialCreationOptions: { challenge: 'AAAA' } })
    return host.fetch(input, init)
  }
  openConsole({ ...host, fetch: identity }, '/account', {
    identity: { passkeyOrigin: location.origin },
  })
}

const name = () => dialog().getByLabelText('Name')

async function saveWithoutName(button: string) {
  await fill(name(), ' ')
  await press(button)()
}

const announced = () => dialog().getByRole('alert').getByText('Enter a name.')

test('a passkey that is renamed to nothing says to enter a name, and focuses the field', async () => {
  openAccount([PASSKEY])
  await click(page.getByRole('button', { name: 'Rename Key' }))
  await saveWithoutName('Save')
  await expect.element(announced()).toBeInTheDocument()
  await expect.element(name()).toHaveFocus()
})

test('a new passkey without a name says to enter one, and focuses the field', async () => {
  openAccount([])
  await click(page.getByRole('button', { name: 'Add a passkey' }))
  await fill(dialog().getByLabelText('Password', { exact: true }), ADMINISTRATOR.password)
  await press('Continue')()
  await shown(name())
  await saveWithoutName('Create passkey')
  await expect.element(announced()).toBeInTheDocument()
  await expect.element(name()).toHaveFocus()
})
