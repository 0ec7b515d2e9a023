import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { dialog } from '../../../failures/scenario.ts'
import { click } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'

test('a partner without any e-mail cannot be deleted, and the dialog says why', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const host = hostWithRecords('mandap')
  const emails = { personalEmail: '', companyEmailId: '' }
  host.partners.set('mina', partnerJson({ _id: 'mina', name: 'Mina Rao', ...emails }))
  openConsole(host, '/approval-panel', { superAdmin: true })
  await click(page.getByRole('button', { name: 'Delete Mina Rao' }))
  await expect
    .element(
      dialog()
        .getByText(/no email address/)
        .first(),
    )
    .toBeVisible()
  const button = dialog().getByRole('button', { name: 'Delete' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  expect(dialog().getByLabelText('Partner email').query()).toBeNull()
})
