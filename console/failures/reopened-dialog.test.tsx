import type { CallKey } from '@mandap/contract/calls.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { click, fill, shown } from '../testing/act.ts'
import { ADMINISTRATOR, openConsole } from '../testing/open-console.tsx'
import { isVisible } from '../testing/until.ts'
import { ACCOUNT_SCENARIOS } from './account.ts'
import { PERSON_SCENARIOS } from './person.ts'
import { hostWithApp, hostWithRecords } from './records.ts'
import { callsOf, closeBusy, dialog, press, type Scenario } from './scenario.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

/** What the toast says after each success. */
const DONE: Readonly<Record<string, string>> = {
  'Account: ending a session': 'Session ended.',
  'Account: ending all other sessions': '1 session ended.',
  'Account: changing the password': 'Password changed.',
  'Administrators: inviting a person': 'Invitation sent.',
  'Administrators: disabling one': 'Administrator disabled.',
  'Administrators: changing the role of one': 'Role changed.',
  'Administrators: ending the sessions of one': 'Sessions ended.',
  'Administrators: resetting the second factor of one': 'Second factor removed.',
  'Personal data: export of a partner': 'Download started: partner-zoya-2026-11-25.zip',
  'Personal data: erasure of a partner': 'Person erased.',
}

describe('a late success leaves a dialog that was opened again', () => {
  const scenarios = [...ACCOUNT_SCENARIOS, ...PERSON_SCENARIOS].filter(({ act }) => act)

  test.each(scenarios)('$title', async (scenario: Scenario) => {
    const { title, path, ready, act, kept } = scenario
    const [call] = callsOf(scenario, 'mandap') as [CallKey]
    const host = hostWithRecords('mandap')
    openConsole(host, path, { superAdmin: true })
    await ready?.(host)
    const answer = host.hold(call)
    await act?.()
    await closeBusy()
    await ready?.(host)
    answer()
    await shown(page.getByText(DONE[title] ?? title))
    expect(isVisible(dialog())).toBe(true)
    kept?.()
  })
})

describe('a late success of the second factor', () => {
  const CODES = ['marigold22', 'jasmine333']

  /** Opens an account with an authenticator app, on a service that waits with its answer to one call. */
  function open(waiting: string, answered: object) {
    const { host, answer } = hostWithApp(waiting, () => Response.json(answered))
    openConsole(host, '/account')
    return answer
  }

  async function confirm(button: string) {
    await fill(dialog().getByLabelText('Password', { exact: true }), ADMINISTRATOR.password)
    await fill(dialog().getByLabelText('Code of the app, or a recovery code'), '123456')
    await press(button)()
    await closeBusy()
  }

  const openRenewal = () => click(page.getByRole('button', { name: 'New recovery codes' }))

  test('leaves another dialog with what was typed', async () => {
    const answer = open('mfaEnrollment:withdraw', {})
    await click(page.getByRole('button', { name: 'Remove the app' }))
    await confirm('Remove')
    await openRenewal()
    await fill(dialog().getByLabelText('Password', { exact: true }), 'three quiet')
    answer()
    await shown(page.getByText('Authenticator app removed.'))
    expect(dialog().getByLabelText('Password', { exact: true }).element()).toHaveValue(
      'three quiet',
    )
  })

  test('shows the recovery codes, which are shown only once', async () => {
    const answer = open('recoveryCodes:renew', { recoveryCodes: CODES })
    await openRenewal()
    await confirm('Make new codes')
    answer()
    await expect
      .element(page.getByRole('dialog', { name: 'Keep your recovery codes' }))
      .toBeVisible()
  })

  test('says that recovery codes could not be shown after the screen was left', async () => {
    const answer = open('recoveryCodes:renew', { recoveryCodes: CODES })
    await openRenewal()
    await confirm('Make new codes')
    await click(page.getByRole('link', { name: 'Admin' }))
    await shown(page.getByRole('heading', { name: 'Dashboard' }))
    answer()
    await expect
      .element(page.getByText('New recovery codes were made, but could not be shown.'))
      .toBeVisible()
  })
})
