import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { click, fill, shown } from '../testing/act.ts'
import { ADMINISTRATOR, openConsole } from '../testing/open-console.tsx'
import { hostWithRecords } from './records.ts'
import { dialog, press } from './scenario.ts'

const refusal = () => Response.json({ error: { message: 'INVALID_CODE' } }, { status: 400 })

const APP = { totpSessionInfo: { sessionInfo: 'app', sharedSecretKey: 'KEY' } }

const RECOVERY_CODE = 'abcd-efgh-jkmn-pqrs-tuvw-xyz2'

const password = () => dialog().getByLabelText('Password', { exact: true })

/** Opens 'Set up' of an account that gets its first second factor elsewhere, and confirms it with the password. */
async function confirmWithPassword(lookups: (() => Response)[]) {
  const host = hostWithRecords('mandap')
  const identity: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (pathname.endsWith('accounts:lookup')) return lookups.shift()?.() ?? Response.error()
    if (!pathname.endsWith('mfaEnrollment:start')) return host.fetch(input, init)
    const { verificationCode } = await new Response(init?.body).json()
    return verificationCode === RECOVERY_CODE ? Response.json(APP) : refusal()
  }
  openConsole({ ...host, fetch: identity }, '/account')
  await click(page.getByRole('button', { name: 'Set up' }))
  await fill(password(), ADMINISTRATOR.password)
  await press('Continue')()
}

const without = () => Response.json({ users: [{}] })
const withPasskey = () =>
  Response.json({ users: [{ passkeyInfo: [{ mfaEnrollmentId: 'passkey', displayName: 'Key' }] }] })

test('asks for a second factor that was added elsewhere, and keeps the password', async () => {
  await confirmWithPassword([without, withPasskey])
  await shown(dialog().getByText('Your account has a second factor by now.'))
  expect(password().element()).toHaveValue(ADMINISTRATOR.password)
  await fill(dialog().getByLabelText('Recovery code'), '123456')
  await press('Continue')()
  await shown(dialog().getByText('Enter a recovery code.'))
  await fill(dialog().getByLabelText('Recovery code'), 'abcd-efgh-jkmn-pqrs-tuvw-wxyz')
  await press('Continue')()
  await shown(dialog().getByText('This recovery code is wrong.'))
  await fill(dialog().getByLabelText('Recovery code'), RECOVERY_CODE)
  await press('Continue')()
  await shown(dialog().getByText('KEY'))
})

test('says to reload the page if the second factors cannot be read', async () => {
  await confirmWithPassword([without])
  await expect.element(dialog().getByRole('alert').getByText('Reload this page.')).toBeVisible()
})
