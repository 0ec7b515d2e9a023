import { ApiError, FAILURES } from '@mandap/client/api-error.ts'
import type { TransportRequest } from '@mandap/client/transport.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { dialog, press } from '../../../failures/scenario.ts'
import { click, fill, shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { until } from '../../../testing/until.ts'

const COLLEAGUE = 'dev@mandap.example'
const SAVED = 'Partner Updated Successfully!'

const planner = () => page.getByRole('region', { name: 'Event planner details' })
const edit = () => page.getByRole('button', { name: 'Edit planner' })
const changeBack = (name: string) =>
  planner().getByRole('button', { name: `Change back to ${name}`, exact: true })

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

/** Opens a booking on a host with versions, whose planner Rohan Das was entered by hand unless there is another. */
function open(given: JsonObject = {}) {
  let stored: JsonObject = bookingJson({
    _id: 'booked',
    version: 1,
    partnerId: 'rohan',
    partnerName: 'Rohan Das',
    partnerMobile: '98200 12345',
    ...given,
  })
  let problem: ApiError | null = null
  const sent: TransportRequest[] = []
  const change = (fields: object) => {
    stored = { ...stored, ...fields, version: Number(stored['version']) + 1 }
    return stored
  }
  const host = hostWithRecords('mandap', {
    'GET /bookings/{id}': () => stored,
    'GET /temp-partner/{id}': () => ({ _id: 'rohan', PartnerName: 'Rohan Das' }),
    'PATCH /bookings/{id}': (request) => {
      sent.push(request)
      if (problem) throw problem
      if (request.headers?.['if-match'] !== `"${Number(stored['version'])}"`) throw conflict()
      return change(isObject(request.body) ? request.body : {})
    },
    'POST /temp-partner': () => expect.unreachable('no second record'),
  })
  const conflict = () =>
    new ApiError('conflict', {
      status: 409,
      body: {
        current: stored,
        changes: [
          {
            version: stored['version'],
            at: '2026-11-21T10:00:00.000Z',
            by: COLLEAGUE,
            fields: [{ field: 'location', before: 'before', after: stored['location'] }],
          },
        ],
      },
    })
  openConsole(host, '/booking-details/card?id=booked')
  return {
    host,
    sent,
    /** Changes the booking as another person does. */
    change,
    refuse: (refusal: ApiError | null) => {
      problem = refusal
    },
    stored: () => stored,
  }
}

async function swapTo(name: string) {
  await click(edit())
  await fill(dialog().getByRole('combobox'), name)
  await click(page.getByRole('option', { name }).first())
  await press('Save')()
  await shown(planner().getByRole('link', { name }))
  await expect.element(edit()).toHaveFocus()
}

/** Lets the screen fetch everything again, as after a time without a network. */
function reconnect() {
  dispatchEvent(new Event('offline'))
  dispatchEvent(new Event('online'))
}

test('restores the previous planner after a swap, and then the planner of the swap', async () => {
  const { sent, stored } = open()
  const before = stored()
  await shown(planner().getByText('Rohan Das'))
  expect(changeBack('Rohan Das').query()).toBeNull()
  await swapTo('Zubin Irani')
  await click(changeBack('Rohan Das'))
  await shown(planner().getByText('Rohan Das', { exact: true }))
  await shown(page.getByText(SAVED))
  expect(sent[1]?.headers?.['if-match']).toBe('"2"')
  expect(stored()).toEqual({ ...before, version: 3 })
  const again = changeBack('Zubin Irani')
  await expect.element(again).toHaveFocus()
  await click(again)
  await shown(planner().getByRole('link', { name: 'Zubin Irani' }))
  await shown(changeBack('Rohan Das'))
})

test('a booking that had no planner offers no other one after a swap', async () => {
  open({ partnerId: '', partnerName: '', partnerMobile: '' })
  await shown(planner().getByText('No planner ID provided.'))
  await swapTo('Zubin Irani')
  expect(
    planner()
      .getByRole('button', { name: /Change back/ })
      .query(),
  ).toBeNull()
})

test('offers the previous planner until the booking is changed again', async () => {
  const { change } = open()
  await swapTo('Zubin Irani')
  await shown(changeBack('Rohan Das'))
  change({ location: 'Udaipur' })
  reconnect()
  await shown(page.getByText('Udaipur'))
  await expect.element(changeBack('Rohan Das')).not.toBeInTheDocument()
})

test('keeps the offer after a failure, and says why it failed until the next swap', async () => {
  const { refuse } = open()
  await swapTo('Zubin Irani')
  refuse(new ApiError('server', { status: 503 }))
  await click(changeBack('Rohan Das'))
  await shown(planner().getByRole('alert').getByText(FAILURES.server))
  await shown(page.getByText('Error saving details. Please try again.'))
  refuse(new ApiError('invalid', { status: 400, field: 'partnerId' }))
  await click(changeBack('Rohan Das'))
  const gone = planner()
    .getByRole('alert')
    .getByText('Rohan Das was deleted or no longer exists. Choose another partner.')
  await shown(gone)
  await expect.element(changeBack('Rohan Das')).toHaveFocus()
  refuse(null)
  await swapTo('Gopal Das')
  await shown(changeBack('Zubin Irani'))
  expect(gone.query()).toBeNull()
})

test('shows who changed the booking first, and keeps the choice until it is made', async () => {
  const { change, stored } = open()
  await swapTo('Zubin Irani')
  change({ location: 'Udaipur' })
  await click(changeBack('Rohan Das'))
  await shown(page.getByRole('dialog', { name: 'This booking has changed' }))
  await shown(dialog().getByText('Someone else saved it after you opened it.'))
  await press('Close')()
  await until(
    'the panel has the focus',
    () => document.activeElement?.matches(':has(> section)') ?? false,
  )
  await click(edit())
  await shown(dialog().getByText('Your earlier entries were kept.'))
  await press('Save')()
  await shown(planner().getByText('Rohan Das', { exact: true }))
  expect(stored()).toMatchObject({ partnerId: 'rohan', partnerMobile: '98200 12345', version: 4 })
})

test('a conflict leaves the entries that were kept in Edit planner', async () => {
  const { change, stored } = open()
  await swapTo('Zubin Irani')
  await click(edit())
  await fill(dialog().getByRole('combobox'), 'Gopal')
  await press('Close')()
  change({ location: 'Pune' })
  await click(changeBack('Rohan Das'))
  await shown(page.getByText('saved this booking after you opened it. Your choice was not saved.'))
  await expect.element(dialog()).not.toBeInTheDocument()
  await click(edit())
  await expect.element(dialog().getByRole('combobox')).toHaveValue('Gopal')
  expect(stored()).toMatchObject({ partnerName: 'Zubin Irani' })
})

test('replaces the planner of a conflict by the previous planner', async () => {
  const { change, stored } = open()
  await swapTo('Zubin Irani')
  change({ partnerId: 'guest', partnerName: 'Gopal Das' })
  await click(changeBack('Rohan Das'))
  await click(dialog().getByRole('button', { name: 'Replace Gopal Das with Rohan Das' }))
  await shown(changeBack('Gopal Das'))
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(stored()).toMatchObject({ partnerId: 'rohan', version: 4 })
})
