import { page } from 'vitest/browser'
import { expect } from 'vitest'
import { click, fill, shown } from '../testing/act.ts'
import type { FailureMode } from '../testing/failure-mode.ts'
import { dialog, noDialog, press, region, type Scenario, SENTENCES } from './scenario.ts'

const ACCOUNT = '/account'
const OTHER = /^End session: Firefox on Linux/
const CURRENT = 'marigold and jasmine'
const NEW = 'three quiet elephants'

const endOther = () => page.getByRole('button', { name: OTHER })

/** Failures without an answer, after which the change may have been made. */
const MAY_BE_DONE: readonly FailureMode[] = ['unreachable', 'timeout']

async function openOthers() {
  await shown(endOther())
  await click(page.getByRole('button', { name: 'End all other sessions' }))
}

async function openPassword() {
  await click(page.getByRole('button', { name: 'Change password' }))
  await fill(dialog().getByLabelText('Current password'), CURRENT)
  await fill(dialog().getByLabelText('New password', { exact: true }), NEW)
  await fill(dialog().getByLabelText('Repeat new password'), NEW)
}

export const ACCOUNT_SCENARIOS: readonly Scenario[] = [
  {
    title: 'Account: the account and its sessions',
    calls: { mandap: ['GET /account'] },
    path: ACCOUNT,
    shows: [{ says: 'Your account could not be loaded.', good: region('Sessions') }],
  },
  {
    title: 'Account: ending a session',
    calls: { mandap: ['DELETE /account/sessions/{id}'] },
    path: ACCOUNT,
    ready: () => shown(endOther()),
    act: () => click(endOther()),
    shows: [
      {
        says: (mode) =>
          mode === 'notFound'
            ? 'This session has already ended.'
            : `The session could not be ended. ${SENTENCES[mode]}`,
        within: region('Sessions'),
        good: () => page.getByText('Session ended.'),
      },
    ],
    succeeds: (mode) => mode === 'wrongShape' || mode === 'empty',
  },
  {
    title: 'Account: ending all other sessions',
    calls: { mandap: ['POST /account/sessions/end-others'] },
    path: ACCOUNT,
    ready: openOthers,
    act: press('End sessions'),
    shows: [
      {
        says: (mode) => `The sessions could not be ended. ${SENTENCES[mode]}`,
        within: dialog,
        good: () => page.getByText('1 session ended.'),
      },
    ],
  },
  {
    title: 'Account: changing the password',
    calls: { mandap: ['POST /account/password'] },
    path: ACCOUNT,
    ready: openPassword,
    act: press('Change password'),
    shows: [
      {
        says: (mode) =>
          MAY_BE_DONE.includes(mode)
            ? `${SENTENCES[mode]} If your current password is refused then, the new one is already set.`
            : SENTENCES[mode],
        within: dialog,
        good: noDialog,
      },
    ],
    kept: () => expect(dialog().getByLabelText('Repeat new password').element()).toHaveValue(NEW),
    succeeds: (mode) => mode === 'wrongShape' || mode === 'empty',
  },
]
