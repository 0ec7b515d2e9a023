import { ApiError } from '@mandap/client/api-error.ts'
import type { CallKey } from '@mandap/contract/calls.ts'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { click, fill, shown } from '../testing/act.ts'
import { openConsole } from '../testing/open-console.tsx'
import type { ScriptedAnswers, ScriptedHost } from '../testing/scripted-host.ts'
import { ACCOUNT_SCENARIOS } from './account.ts'
import { PERSON_SCENARIOS } from './person.ts'
import { hostWithApp, hostWithRecords } from './records.ts'
import { callsOf, closeBusy, dialog, press, type Scenario } from './scenario.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

const KEPT = 'Your earlier entries were kept.'

/** Opens a screen for a Super Admin. */
function open(path: string, answers: ScriptedAnswers = {}): ScriptedHost {
  const host = hostWithRecords('mandap', answers)
  openConsole(host, path, { superAdmin: true })
  return host
}

/** Presses a button of the dialog and closes it before the call is answered. Returns a function that answers it. */
async function closeWhileSaving(host: ScriptedHost, call: CallKey, button: string) {
  const answer = host.hold(call)
  await press(button)()
  await closeBusy()
  return answer
}

/** Answers a call with the conflict of a record that another person has changed. */
function conflictWith(current: object) {
  return () => {
    throw new ApiError('conflict', { status: 409, body: { current, changes: [] } })
  }
}

describe('Edit planner that is closed while it saves', () => {
  const CALL = 'PATCH /bookings/{id}'
  const planner = () => page.getByRole('region', { name: 'Event planner details' })

  async function openPlanner() {
    await click(page.getByRole('button', { name: 'Edit planner' }))
    await shown(dialog())
  }

  async function fillManual() {
    await openPlanner()
    await click(dialog().getByText('Manual partner'))
    await fill(dialog().getByLabelText('Partner name'), 'Rohan Das')
    await fill(dialog().getByLabelText('Personal number'), '9820012345')
  }

  test('says that the partner was updated, and keeps no entries', async () => {
    const host = open('/booking-details/card?id=booked')
    await fillManual()
    const answer = await closeWhileSaving(host, CALL, 'Save')
    answer()
    await shown(page.getByText('Partner Updated Successfully!'))
    await shown(planner().getByText('Rohan Das'))
    await openPlanner()
    expect(dialog().getByText(KEPT).query()).toBeNull()
  })

  test('leaves a dialog that was opened again with other entries', async () => {
    const host = open('/booking-details/card?id=booked')
    await fillManual()
    const answer = await closeWhileSaving(host, CALL, 'Save')
    await openPlanner()
    await fill(dialog().getByLabelText('Partner name'), 'Rohan Dass')
    answer()
    await shown(page.getByText('Partner Updated Successfully!'))
    expect(dialog().getByLabelText('Partner name').element()).toHaveValue('Rohan Dass')
  })

  test('says that saving failed, and keeps the entries', async () => {
    const host = open('/booking-details/card?id=booked')
    await fillManual()
    host.fail([CALL], 'server')
    const answer = await closeWhileSaving(host, CALL, 'Save')
    answer()
    await shown(page.getByText('Error updating partner. Please try again.'))
    await openPlanner()
    await shown(dialog().getByText(KEPT))
    expect(dialog().getByLabelText('Partner name').element()).toHaveValue('Rohan Das')
  })

  test('says that another person has changed the booking, and keeps the entries', async () => {
    const current = bookingJson({ _id: 'booked', numberId: 'ZF1', location: 'Other place' })
    const host = open('/booking-details/card?id=booked', { [CALL]: conflictWith(current) })
    await fillManual()
    const answer = await closeWhileSaving(host, CALL, 'Save')
    answer()
    await shown(page.getByText('Someone else saved this booking after you opened it.'))
    await shown(page.getByText('Other place'))
    await openPlanner()
    await expect.element(dialog().getByText(KEPT)).toBeVisible()
  })
})

describe('a decision that is closed while it saves', () => {
  const CALL = 'PUT /partners/{id}'
  const PATH = '/approval-panel/kyc/online-kyc/zoya'

  async function decline() {
    await click(page.getByRole('button', { name: 'Decline', exact: true }))
    await click(dialog().getByRole('checkbox', { name: 'Video' }))
    await fill(dialog().getByLabelText('Reason'), 'Too dark')
  }

  test('says that another person has changed the partner, and keeps the entries', async () => {
    const current = partnerJson({ _id: 'zoya', name: 'Zoya Khan-Shah' })
    const host = open(PATH, { [CALL]: conflictWith(current) })
    await decline()
    const answer = await closeWhileSaving(host, CALL, 'Decline')
    answer()
    await shown(page.getByText('Someone else saved this partner after you opened it.'))
    await shown(page.getByText('Zoya Khan-Shah').first())
    await click(page.getByRole('button', { name: 'Decline', exact: true }))
    expect(dialog().getByLabelText('Reason').element()).toHaveValue('Too dark')
  })

  test('leaves a dialog that was opened again with other entries', async () => {
    const host = open(PATH)
    await decline()
    const answer = await closeWhileSaving(host, CALL, 'Decline')
    await click(page.getByRole('button', { name: 'Decline', exact: true }))
    await fill(dialog().getByLabelText('Reason'), 'Too dark and cut off')
    answer()
    await shown(page.getByText('Partner Updated Successfully!'))
    expect(dialog().getByLabelText('Reason').element()).toHaveValue('Too dark and cut off')
  })

  test('says on the screen of the next partner that it was saved', async () => {
    const host = open('/approval-panel')
    await click(page.getByRole('button', { name: 'Start review' }))
    await click(page.getByRole('link', { name: 'Online KYC' }))
    await decline()
    const answer = await closeWhileSaving(host, CALL, 'Decline')
    const before = window.location.pathname
    await userEvent.keyboard('j')
    await expect.poll(() => window.location.pathname).not.toBe(before)
    answer()
    await expect.element(page.getByText('Partner Updated Successfully!')).toBeVisible()
  })

  test('says that saving failed', async () => {
    const host = open(PATH)
    await decline()
    host.fail([CALL], 'server')
    const answer = await closeWhileSaving(host, CALL, 'Decline')
    answer()
    await expect.element(page.getByText('Error updating partner. Please try again.')).toBeVisible()
  })
})

describe('another dialog that is closed while its call is made says that the call failed', () => {
  const scenarios = [...ACCOUNT_SCENARIOS, ...PERSON_SCENARIOS].filter(({ act }) => act)

  test.each(scenarios)('$title', async (scenario: Scenario) => {
    const { path, ready, act, shows } = scenario
    const [call] = callsOf(scenario, 'mandap') as [CallKey]
    const host = open(path)
    await ready?.(host)
    host.fail([call], 'server')
    const answer = host.hold(call)
    await act?.()
    await closeBusy()
    answer()
    for (const { says } of shows) {
      const text = typeof says === 'string' ? says : says('server', 'mandap')
      await expect.element(page.getByText(text)).toBeVisible()
    }
  })

  test('Account: removing the authenticator app', async () => {
    const failed = () => new Response('', { status: 503 })
    const { host, answer } = hostWithApp('mfaEnrollment:withdraw', failed)
    openConsole(host, '/account')
    await click(page.getByRole('button', { name: 'Remove the app' }))
    await fill(dialog().getByLabelText('Password', { exact: true }), 'marigold and jasmine')
    await fill(dialog().getByLabelText('Code of the app, or a recovery code'), '123456')
    await press('Remove')()
    await closeBusy()
    answer()
    const failure = page.getByText('The sign-in service had a problem. Try again in a moment.')
    await expect.element(failure).toBeVisible()
  })
})

test('a decision that failed keeps its entries while its dialog is closed', async () => {
  const host = open('/approval-panel/kyc/online-kyc/zoya')
  host.fail(['PUT /partners/{id}'], 'server')
  const decline = page.getByRole('button', { name: 'Decline', exact: true })
  await click(decline)
  await click(dialog().getByRole('checkbox', { name: 'Video' }))
  await fill(dialog().getByLabelText('Reason'), 'Too dark')
  await press('Decline')()
  await shown(page.getByText('Error updating partner. Please try again.'))
  await press('Cancel')()
  await click(decline)
  expect(dialog().getByRole('checkbox', { name: 'Video' }).element()).toBeChecked()
  expect(dialog().getByLabelText('Reason').element()).toHaveValue('Too dark')
})
