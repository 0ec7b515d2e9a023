import { ApiError } from '@mandap/client/api-error.ts'
import type { TransportRequest } from '@mandap/client/transport.ts'
import { INVALID_EMAIL } from '@mandap/domain/session/email.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { dialog, press } from '../../../failures/scenario.ts'
import { click, fill, shown } from '../../../testing/act.ts'
import { ADMINISTRATOR, openConsole } from '../../../testing/open-console.tsx'
import { elevation } from '../../features/session/current-elevation.ts'
import { session } from '../../features/session/current.ts'

const email = () => dialog().getByLabelText('E-mail')

/** Opens the dialog on a host that answers each invitation with the next of `answers`. */
async function openInvitation(...answers: (() => unknown)[]) {
  const sent: unknown[] = []
  const host = hostWithRecords('mandap', {
    'POST /administrators': ({ body }: TransportRequest) => {
      sent.push(body)
      return answers.shift()?.() ?? { data: { id: 'ravi', email: 'ravi@example.in' } }
    },
  })
  openConsole(host, '/administrators', { superAdmin: true })
  await click(page.getByRole('button', { name: 'Invite', exact: true }))
  return sent
}

test('§2.21 invites an address that was copied with invisible characters without them', async () => {
  const sent = await openInvitation()
  await fill(email(), '\u202Aravi@example.in\u200B')
  await press('Send invitation')()
  await shown(page.getByText('Invitation sent.'))
  expect(sent).toEqual([{ email: 'ravi@example.in', role: 'administrator' }])
})

test('§2.21 the error about an address is gone once another try fails for another reason', async () => {
  const refused = 'This person has access already.'
  await openInvitation(
    () => {
      throw new ApiError('invalid', { status: 400, field: 'email', message: refused })
    },
    () => {
      throw new ApiError('server', { status: 500 })
    },
  )
  await fill(email(), 'ravi@example.in')
  await press('Send invitation')()
  await shown(dialog().getByText(refused))
  await press('Send invitation')()
  await shown(dialog().getByText('The invitation could not be sent.'))
  await expect.element(dialog().getByText(refused)).not.toBeInTheDocument()
})

test('§2.21 the error about an address is gone once an earlier invitation is restored', async () => {
  await openInvitation()
  await fill(email(), 'meera@example.in')
  session.signOut('idle')
  await shown(page.getByRole('button', { name: 'Login' }))
  session.signIn({ idToken: 'token', email: ADMINISTRATOR.email })
  elevation.begin({ grant: 'grant', expiresAt: null })
  await click(page.getByRole('button', { name: 'Invite', exact: true }))
  await shown(dialog().getByText('The entries of an earlier invitation were kept.'))
  await press('Send invitation')()
  const refused = dialog().getByText(INVALID_EMAIL)
  await shown(refused)
  await press('Restore')()
  await expect.element(email()).toHaveValue('meera@example.in')
  await expect.element(refused).not.toBeInTheDocument()
})
