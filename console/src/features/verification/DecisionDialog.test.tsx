import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dialog } from '../../../failures/scenario.ts'
import { hostWithRecords } from '../../../failures/records.ts'
import { click } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'

test('a press on the backdrop keeps a decision of which only items are chosen', async () => {
  openConsole(hostWithRecords('mandap'), '/approval-panel/kyc/online-kyc/zoya', {
    superAdmin: true,
  })
  await click(page.getByRole('button', { name: 'Decline', exact: true }))
  await click(dialog().getByRole('checkbox', { name: 'Video' }))
  await dialog().click({ position: { x: -40, y: -40 }, force: true })
  await expect.element(dialog().getByRole('checkbox', { name: 'Video' })).toBeChecked()
})
