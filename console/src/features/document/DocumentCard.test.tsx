import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { click } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'

test('the card has the focus after ‘Try again’ of a document that could not be loaded', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const host = hostWithRecords('mandap')
  host.fail(['GET /documents/{id}/link'], 'server')
  openConsole(host, '/approval-panel/kyc/online-kyc/zoya')
  const failure = page.getByRole('alert').filter({ hasText: 'Aadhar Card could not be loaded.' })
  await expect.element(failure).toBeVisible()
  const card = failure.element().closest('[data-takes-focus]')
  host.heal()
  await click(failure.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByRole('img', { name: 'Aadhar Card' })).toBeVisible()
  expect(card).toHaveFocus()
})
