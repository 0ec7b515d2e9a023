import { ApiError } from '@mandap/client/api-error.ts'
import type { TransportRequest } from '@mandap/client/transport.ts'
import { PASSWORD_REQUIRED, WRONG_PASSWORD } from '@mandap/domain/session/password.ts'
import { readObject } from '@mandap/domain/wire/read.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { click, fill, shown } from '../testing/act.ts'
import { ADMINISTRATOR, openConsole } from '../testing/open-console.tsx'
import { hostWithRecords, sessionJson } from './records.ts'
import { dialog, press } from './scenario.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

const password = () => dialog().getByLabelText('Your password')

/** Opens the account of a person who has just signed in, on a server that finds the sign-in too old. */
function openAccount() {
  const now = new Date().toISOString()
  const sessions = [sessionJson('own', now), sessionJson('other', now)]
  const { email } = ADMINISTRATOR
  const account = { email, name: 'Asha Rao', passwordChangedAt: now, sessions }
  const host = hostWithRecords('mandap', {
    'GET /account': () => ({ data: account }),
    'POST /account/sessions/end-others': endOthers,
  })
  openConsole(host, '/account')
}

function endOthers({ body }: TransportRequest) {
  const { currentPassword } = readObject(body)
  if (currentPassword === ADMINISTRATOR.password) return { data: { ended: 1 } }
  throw new ApiError(
    'invalid',
    currentPassword === undefined
      ? { code: 'PASSWORD_REQUIRED', message: PASSWORD_REQUIRED }
      : { code: 'WRONG_PASSWORD', message: WRONG_PASSWORD },
  )
}

test('asks for the password after the server found the sign-in too old, until the sessions have ended', async () => {
  openAccount()
  await click(page.getByRole('button', { name: 'End all other sessions' }))
  expect(password().query()).toBeNull()
  await press('End sessions')()
  await shown(dialog().getByText(PASSWORD_REQUIRED))
  await fill(password(), 'm')
  await expect.element(dialog().getByText(PASSWORD_REQUIRED)).not.toBeInTheDocument()
  expect(password().element()).toHaveValue('m')
  await press('End sessions')()
  await shown(dialog().getByText(WRONG_PASSWORD))
  await fill(password(), ADMINISTRATOR.password)
  await press('End sessions')()
  await shown(page.getByText('1 session ended.'))
})
