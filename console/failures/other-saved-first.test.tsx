import { ApiError } from '@mandap/client/api-error.ts'
import { APPLICATION } from '@mandap/domain/audit/actor.ts'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { click, fill, shown } from '../testing/act.ts'
import { ADMINISTRATOR, openConsole } from '../testing/open-console.tsx'
import type { ScriptedAnswers } from '../testing/scripted-host.ts'
import { until } from '../testing/until.ts'
import { hostWithRecords } from './records.ts'
import { dialog, press } from './scenario.ts'

const COLLEAGUE = 'dev@mandap.example'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

function open(path: string, answers: ScriptedAnswers) {
  openConsole(hostWithRecords('mandap', answers), path)
}

/** Answers a call with the conflict of a record that was changed by these people. */
function changedBy(current: object, field: string, ...people: string[]) {
  const changes = people.map((by, at) => ({
    version: at + 2,
    at: '2026-11-21T10:00:00.000Z',
    by,
    fields: [{ field, before: 'before', after: Object(current)[field] }],
  }))
  return () => {
    throw new ApiError('conflict', { status: 409, body: { current, changes } })
  }
}

test.each([
  { people: [ADMINISTRATOR.email], says: 'You saved it after you opened it.' },
  { people: [ADMINISTRATOR.email, COLLEAGUE], says: 'Someone else saved it after you opened it.' },
])('Edit planner: after a change by $people, says: $says', async ({ people, says }) => {
  const current = bookingJson({ _id: 'booked', numberId: 'ZF1', location: 'Other place' })
  open('/booking-details/card?id=booked', {
    'PATCH /bookings/{id}': changedBy(current, 'location', ...people),
  })
  await click(page.getByRole('button', { name: 'Edit planner' }))
  await click(dialog().getByText('Manual partner'))
  await fill(dialog().getByLabelText('Partner name'), 'Rohan Das')
  await press('Save')()
  await expect.element(dialog().getByText(says)).toBeVisible()
})

test.each([
  { by: ADMINISTRATOR.email, title: 'You decided first' },
  { by: COLLEAGUE, title: `${COLLEAGUE} decided first` },
])('a decision after one by $by has the title: $title', async ({ by, title }) => {
  const current = partnerJson({ _id: 'zoya', status: 'DKYC', kycStatus: 'DKYC' })
  open('/approval-panel/kyc/online-kyc/zoya', {
    'PUT /partners/{id}': changedBy(current, 'kycStatus', by),
  })
  await click(page.getByRole('button', { name: 'Decline', exact: true }))
  await click(dialog().getByRole('checkbox', { name: 'Video' }))
  await fill(dialog().getByLabelText('Reason'), 'Too dark')
  await press('Decline')()
  await expect.element(page.getByRole('dialog', { name: title })).toBeVisible()
})

test('a decision after requested documents have arrived does not say that somebody else decided first, and completes it on the new version', async () => {
  const current = partnerJson({ _id: 'zoya', version: 3, status: 'pending', kycStatus: '' })
  const sent: unknown[] = []
  const at = '2026-11-21T10:00:00.000Z'
  const changes = [
    ['', 'RKYC', COLLEAGUE],
    ['RKYC', '', APPLICATION],
  ].map(([before, after, by], index) => ({
    version: index + 2,
    at,
    by,
    fields: [{ field: 'kycStatus', before, after }],
  }))
  open('/approval-panel/kyc/online-kyc/zoya', {
    'PUT /partners/{id}': ({ headers }) => {
      sent.push(headers?.['if-match'])
      if (sent.length > 1) return { ...current, version: 4, status: 'DKYC', kycStatus: 'DKYC' }
      throw new ApiError('conflict', { status: 409, body: { current, changes } })
    },
  })
  await click(page.getByRole('button', { name: 'Decline', exact: true }))
  await click(dialog().getByRole('checkbox', { name: 'Video' }))
  await fill(dialog().getByLabelText('Reason'), 'Too dark')
  await press('Decline')()
  await expect.element(page.getByRole('dialog', { name: 'This partner has changed' })).toBeVisible()
  await expect.element(dialog().getByText(/^The marketplace’s application, 21 Nov/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Leave it as it is now' })).toHaveFocus()
  await press('Decline anyway')()
  await shown(page.getByText('Partner Updated Successfully!'))
  expect(sent.at(-1)).toBe('"3"')
})

async function pick(name: string) {
  await fill(dialog().getByRole('combobox'), name)
  await click(page.getByRole('option', { name }).first())
}

test('Edit planner: says that the selected partner was deleted, and keeps the selection', async () => {
  open('/booking-details/card?id=booked', {
    'PATCH /bookings/{id}': () => {
      throw new ApiError('invalid', {
        status: 400,
        field: 'partnerId',
        message: 'There is no partner.',
      })
    },
  })
  await click(page.getByRole('button', { name: 'Edit planner' }))
  await pick('Zubin Irani')
  await press('Save')()
  const gone = dialog().getByText('was deleted or no longer exists. Choose another partner.')
  await expect.element(gone).toBeVisible()
  await expect.element(dialog().getByText('Zubin Irani', { exact: true })).toBeVisible()
})

test('Edit planner: another partner can be chosen after a conflict whose own choice was deleted', async () => {
  const current = bookingJson({
    _id: 'booked',
    version: 2,
    partnerId: 'meera',
    partnerName: 'Meera Pillai',
  })
  const sent: unknown[] = []
  const outcomes = [
    changedBy(current, 'partnerName', COLLEAGUE),
    () => {
      throw new ApiError('invalid', { status: 400, field: 'partnerId' })
    },
    () => ({ ...current, version: 3, partnerId: 'guest', partnerName: 'Gopal Das' }),
  ]
  open('/booking-details/card?id=booked', {
    'PATCH /bookings/{id}': ({ headers }) => {
      sent.push(headers?.['if-match'])
      return outcomes[sent.length - 1]?.()
    },
  })
  await click(page.getByRole('button', { name: 'Edit planner' }))
  await pick('Zubin Irani')
  await press('Save')()
  await press('Replace Meera Pillai with Zubin Irani')()
  await shown(page.getByRole('dialog', { name: 'Edit planner' }))
  const gone = 'Zubin Irani was deleted or no longer exists. Choose another partner.'
  await shown(dialog().getByRole('alert').getByText(gone))
  await shown(dialog().getByText('Meera Pillai is the planner now.'))
  await expect.element(dialog().getByRole('combobox')).toHaveFocus()
  await pick('Gopal Das')
  await press('Save')()
  await shown(page.getByText('Partner Updated Successfully!'))
  expect(sent.slice(1)).toEqual(['"2"', '"2"'])
})

test('Delete Partner: says that the partner was changed, what to do, and keeps what was typed', async () => {
  const current = partnerJson({ _id: 'zoya', status: 'AKYC', kycStatus: 'AKYC' })
  openConsole(
    hostWithRecords('mandap', {
      'DELETE /partners/{id}': changedBy(current, 'kycStatus', COLLEAGUE),
    }),
    '/approval-panel',
    { superAdmin: true },
  )
  await click(page.getByRole('button', { name: 'Delete Zoya Khan' }))
  await fill(dialog().getByLabelText('Partner email'), 'zoya@example.in')
  await press('Delete')()
  const says =
    'The partner was changed after you opened this. Close this and look at the change before you delete the partner.'
  await expect.element(dialog().getByText(says)).toBeVisible()
  expect(dialog().getByLabelText('Partner email').element()).toHaveValue('zoya@example.in')
})

/** Lets the screen fetch everything again, as after a time without a network. */
function reconnect() {
  dispatchEvent(new Event('offline'))
  dispatchEvent(new Event('online'))
}

describe('on a plain host, although the screen behind the dialog shows what another person saved', () => {
  test('saving another planner is a conflict', async () => {
    const host = hostWithRecords('plain')
    openConsole(host, '/booking-details/card?id=booked')
    await click(page.getByRole('button', { name: 'Edit planner' }))
    await click(dialog().getByText('Manual partner'))
    await fill(dialog().getByLabelText('Partner name'), 'Rohan Das')
    await fill(dialog().getByLabelText('Personal number'), '9820012345')
    const swapped = { ...host.bookings.get('booked'), partnerId: 'p2', partnerName: 'Meera Pillai' }
    host.bookings.set('booked', swapped)
    reconnect()
    await until('the screen shows the new planner', () =>
      document.body.innerText.includes('Meera Pillai'),
    )
    await press('Save')()
    await shown(page.getByRole('dialog', { name: 'This booking has changed' }))
    expect(host.bookings.get('booked')).toEqual(swapped)
  })

  test('a decision is a conflict', async () => {
    const host = hostWithRecords('plain')
    openConsole(host, '/approval-panel/kyc/online-kyc/zoya')
    await click(page.getByRole('button', { name: 'Decline', exact: true }))
    await click(dialog().getByRole('checkbox', { name: 'Video' }))
    await fill(dialog().getByLabelText('Reason'), 'Too dark')
    const approved = { ...host.partners.get('zoya'), status: 'AKYC', kycStatus: 'AKYC' }
    host.partners.set('zoya', approved)
    reconnect()
    await until('the screen shows the decision', () =>
      document.body.innerText.includes('Online KYC is already decided'),
    )
    await press('Decline')()
    await shown(page.getByRole('dialog', { name: 'This partner has changed' }))
    expect(host.partners.get('zoya')).toEqual(approved)
  })
})
