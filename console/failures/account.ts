import { page } from 'vitest/browser'
import { expect } from 'vitest'
import { click, fill, shown } from '../testing/act.ts'
import type { FailureMode } from '../testing/failure-mode.ts'
import { dialog, main, noDialog, press, region, type Scenario, SENTENCES } from './scenario.ts'

const ACCOUNT = '/account'
const ADMINISTRATORS = '/administrators'
const INVITED = 'nila@example.in'
const OTHER = /^End session: Firefox on Linux/
const CURRENT = 'marigold and jasmine'
const NEW = 'three quiet elephants'

const endOther = () => page.getByRole('button', { name: OTHER })

/** Failures without a readable answer, after which the change may have been made. */
const MAY_BE_DONE: readonly FailureMode[] = [
  'unreachable',
  'timeout',
  'malformed',
  'wrongShape',
  'empty',
]

async function openOthers() {
  await shown(endOther())
  await click(page.getByRole('button', { name: 'End all other sessions' }))
  await fill(ownPassword(), CURRENT)
}

async function openOther() {
  await click(endOther())
  await fill(ownPassword(), CURRENT)
}

const ownPassword = () => dialog().getByLabelText('Your password')

const keepsPassword = () => expect(ownPassword().element()).toHaveValue(CURRENT)

async function openPassword() {
  await click(page.getByRole('button', { name: 'Change password' }))
  await fill(dialog().getByLabelText('Current password'), CURRENT)
  await fill(dialog().getByLabelText('New password', { exact: true }), NEW)
  await fill(dialog().getByLabelText('Repeat new password'), NEW)
}

/** Whether an answer with a success status counts, because nothing of it is read. */
const isUnreadAnswer = (mode: FailureMode) => mode === 'wrongShape' || mode === 'empty'

async function openInvitation() {
  await click(page.getByRole('button', { name: 'Invite', exact: true }))
  await fill(dialog().getByLabelText('E-mail'), INVITED)
}

const openDialog = (name: string) => () => click(main().getByRole('button', { name }))

function personProblem(mode: FailureMode): string {
  return mode === 'notFound' ? 'There is no such administrator any more.' : SENTENCES[mode]
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
    calls: { mandap: ['POST /account/sessions/{id}/end'] },
    path: ACCOUNT,
    ready: openOther,
    act: press('End session'),
    shows: [
      {
        says: (mode) =>
          mode === 'notFound'
            ? 'This session has already ended.'
            : `The session could not be ended. ${SENTENCES[mode]}`,
        within: dialog,
        good: () => page.getByText('Session ended.'),
      },
    ],
    kept: keepsPassword,
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
    kept: keepsPassword,
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
            ? `${SENTENCES[mode]} If you have to sign in then, the new password is already set.`
            : SENTENCES[mode],
        within: dialog,
        good: noDialog,
      },
    ],
    kept: () => expect(dialog().getByLabelText('Repeat new password').element()).toHaveValue(NEW),
  },
  {
    title: 'Administrators: the list',
    calls: { mandap: ['GET /administrators'] },
    path: ADMINISTRATORS,
    superAdmin: true,
    shows: [
      {
        says: 'The administrators could not be loaded.',
        // signing in again turns Super Admin off
        good: () =>
          main()
            .getByText(/Ravi Menon|Only a Super Admin sees/)
            .first(),
      },
    ],
  },
  {
    title: 'Administrators: inviting a person',
    calls: { mandap: ['POST /administrators'] },
    path: ADMINISTRATORS,
    superAdmin: true,
    ready: openInvitation,
    act: press('Send invitation'),
    shows: [
      {
        says: (mode) => `The invitation could not be sent. ${SENTENCES[mode]}`,
        within: dialog,
        good: noDialog,
      },
    ],
    kept: () => expect(dialog().getByLabelText('E-mail').element()).toHaveValue(INVITED),
    succeeds: isUnreadAnswer,
  },
  {
    title: 'Administrators: disabling one',
    calls: { mandap: ['POST /administrators/{id}/disable'] },
    path: ADMINISTRATORS,
    superAdmin: true,
    ready: openDialog('Disable'),
    act: press('Disable'),
    shows: [
      {
        says: (mode) => `The administrator could not be disabled. ${personProblem(mode)}`,
        within: dialog,
        good: noDialog,
      },
    ],
    succeeds: isUnreadAnswer,
  },
  {
    title: 'Administrators: changing the role of one',
    calls: { mandap: ['POST /administrators/{id}/role'] },
    path: ADMINISTRATORS,
    superAdmin: true,
    ready: openDialog('Make viewer'),
    act: press('Make viewer'),
    shows: [
      {
        says: (mode) => `The role could not be changed. ${personProblem(mode)}`,
        within: dialog,
        good: noDialog,
      },
    ],
    succeeds: isUnreadAnswer,
  },
  {
    title: 'Administrators: ending the sessions of one',
    calls: { mandap: ['POST /administrators/{id}/end-sessions'] },
    path: ADMINISTRATORS,
    superAdmin: true,
    ready: openDialog('End 1 session'),
    act: press('End sessions'),
    shows: [
      {
        says: (mode) => `The sessions could not be ended. ${personProblem(mode)}`,
        within: dialog,
        good: noDialog,
      },
    ],
    succeeds: isUnreadAnswer,
  },
  {
    title: 'Administrators: resetting the second factor of one',
    calls: { mandap: ['POST /administrators/{id}/reset-factor'] },
    path: ADMINISTRATORS,
    superAdmin: true,
    ready: openDialog('Reset second factor'),
    act: press('Reset second factor'),
    shows: [
      {
        says: (mode) => `The second factor could not be removed. ${personProblem(mode)}`,
        within: dialog,
        good: noDialog,
      },
    ],
    succeeds: isUnreadAnswer,
  },
]
