import type { LiveMessage } from '@mandap/client/live-message.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { click, fill, shown } from '../testing/act.ts'
import { ADMINISTRATOR, openConsole } from '../testing/open-console.tsx'
import { hostWithRecords } from './records.ts'
import { dialog } from './scenario.ts'

const ROLE_CHANGE: LiveMessage = {
  is: 'change',
  id: 2,
  change: {
    kind: 'changeRole',
    subject: 'administrator',
    subjectId: null,
    version: null,
    by: 'dev@mandap.example',
    name: 'Dev Patel',
    position: '0/2',
  },
}

test('kept entries for another planner are not offered to a person who has become a viewer', async () => {
  let role = 'administrator'
  const { email } = ADMINISTRATOR
  const host = hostWithRecords('mandap', {
    'GET /session': () => ({ id: 'asha', email, name: 'Asha Rao', sessionId: 'own', role }),
  })
  const change = Promise.withResolvers<void>()
  async function* follow(): AsyncGenerator<LiveMessage> {
    yield { is: 'open', id: 1, stream: 's1' }
    await change.promise
    yield ROLE_CHANGE
    await new Promise(() => {})
  }
  openConsole({ ...host, follow }, '/booking-details?numberId=ZF1')
  const offer = page.getByRole('region', { name: 'Unsaved text' })
  const booking = page.getByRole('link', { name: /ZF1/ }).first()
  await click(booking)
  await click(page.getByRole('button', { name: 'Edit planner' }))
  await click(dialog().getByText('Manual partner'))
  await fill(dialog().getByLabelText('Partner name'), 'Rohan Das')
  history.back()
  await click(booking)
  await shown(offer.getByText('Your entries for another planner were kept.'))
  role = 'viewer'
  change.resolve()
  await expect.element(offer).not.toBeInTheDocument()
})
