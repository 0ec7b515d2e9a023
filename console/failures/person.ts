import { page } from 'vitest/browser'
import { expect } from 'vitest'
import { click, fill, shown } from '../testing/act.ts'
import { dialog, noDialog, press, type Scenario, SENTENCES } from './scenario.ts'

const REASON = 'Request of 24 November'

const menu = () => page.getByRole('button', { name: 'Personal data' })

async function openExport() {
  await shown(menu())
  await click(menu())
  await click(page.getByRole('button', { name: 'Export all data…' }))
  await fill(dialog().getByLabelText('Reason'), REASON)
}

const reasonIsKept = () => expect(dialog().getByLabelText('Reason').element()).toHaveValue(REASON)

export const PERSON_SCENARIOS: readonly Scenario[] = [
  {
    title: 'Personal data: export of a partner',
    calls: { mandap: ['POST /person-exports'] },
    path: '/approval-panel/kyc/zoya',
    superAdmin: true,
    ready: openExport,
    act: press('Export'),
    shows: [
      {
        says: (mode) => `The data could not be exported. ${SENTENCES[mode]}`,
        within: dialog,
        good: noDialog,
      },
    ],
    kept: reasonIsKept,
  },
]
