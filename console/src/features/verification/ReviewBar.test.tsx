import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { click, shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { scriptedHost } from '../../../testing/scripted-host.ts'

const NAMES = ['Anu Das', 'Bela Sen', 'Chitra Rao', 'Divya Nair', 'Esha Roy']

/** Opens the first partner of the queue, and returns a function that lets the others load. */
async function startReview() {
  const partners = NAMES.map((name, at) =>
    partnerJson({ name, createdAt: `2026-11-0${9 - at}T08:00:00.000Z` }),
  )
  // the host has neither a session nor presence
  vi.spyOn(console, 'warn').mockReturnValue()
  const host = scriptedHost({ kind: 'mandap', superAdminNumbers: [], answers: {}, partners })
  openConsole(host, '/approval-panel')
  await shown(page.getByRole('article').first())
  await click(page.getByRole('button', { name: 'Start review' }))
  await shown(page.getByText('1 of 5'))
  return host.hold('GET /partners/{id}')
}

test('each j opens the next partner, also while the one before loads', async () => {
  const load = await startReview()
  await userEvent.keyboard('jjj')
  await shown(page.getByText('4 of 5'))
  await userEvent.keyboard('k')
  await shown(page.getByText('3 of 5'))
  load()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Chitra Rao')
})
