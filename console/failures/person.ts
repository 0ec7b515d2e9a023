import { page } from 'vitest/browser'
import { expect } from 'vitest'
import { click, fill, shown } from '../testing/act.ts'
import { dialog, noDialog, press, type Scenario, SENTENCES } from './scenario.ts'

const REASON = 'Request of 24 November'

const menu = () => page.getByRole('button', { name: 'Personal data' })

async function open(item: string) {
  await shown(menu())
  await click(menu())
  await click(page.getByRole('button', { name: item }))
}

async function openExport() {
  await open('Export all data…')
  await fill(dialog().getByLabelText('Reason'), REASON)
}

async function openErasure() {
  await open('Erase this person…')
  await fill(dialog().getByLabelText('Reason'), REASON)
  await fill(dialog().getByLabelText('Confirmation'), 'zoya@example.in')
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
  {
    title: 'Personal data: erasure of a partner',
    calls: { mandap: ['POST /erasures'] },
    path: '/approval-panel/kyc/zoya',
    superAdmin: true,
    ready: openErasure,
    act: press('Erase'),
    shows: [
      {
        says: (mode) =>
          `The person could not be erased. ${mode === 'notFound' ? 'The record no longer exists.' : SENTENCES[mode]}`,
        within: dialog,
        good: noDialog,
      },
    ],
    kept: () => {
      reasonIsKept()
      expect(dialog().getByLabelText('Confirmation').element()).toHaveValue('zoya@example.in')
    },
  },
]
