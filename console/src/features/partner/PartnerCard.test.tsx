import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { scriptedHost } from '../../../testing/scripted-host.ts'

test('a card of a partner without an id says so, and neither opens nor deletes the partner, and a review cannot start with it', async () => {
  const partners = ['', 'bela'].map((_id) => partnerJson({ _id, name: `Partner ${_id}` }))
  const host = scriptedHost({ kind: 'plain', superAdminNumbers: [], answers: {}, partners })
  openConsole(host, '/approval-panel', { superAdmin: true })
  const card = (link: string) => page.getByRole('article').filter({ hasText: link })
  await shown(card('View KYC').getByRole('button', { name: 'Delete Partner bela' }))
  const start = page.getByRole('button', { name: 'Start review' })
  await expect.element(start).toHaveAttribute('aria-disabled', 'true')
  await expect
    .element(start)
    .toHaveAccessibleDescription('The first partner in this list has no ID to open it.')
  const unnamed = card('No ID to open it')
  await shown(unnamed)
  for (const role of ['link', 'button'] as const)
    expect(unnamed.getByRole(role).filter({ hasNotText: /^\d+$/ }).elements()).toEqual([])
})
