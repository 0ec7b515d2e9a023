import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { dialog, press } from '../../../failures/scenario.ts'
import { click, fill, shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'

const ROHAN = {
  PartnerName: 'Rohan Das',
  companyName: 'Das & Sons',
  companyLocation: 'Kolkata',
  companyNumber: '033 2345 6789',
  personalNumber: '9820012345',
  companyEmailId: 'office@das.example',
}
const LABELS = {
  PartnerName: 'Partner name',
  companyName: 'Company name',
  companyLocation: 'Company location',
  companyNumber: 'Company number',
  personalNumber: 'Personal number',
  companyEmailId: 'Company e-mail',
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

/** Opens Edit planner on a booking whose planner was entered by hand. Returns the created partners. */
async function openWithManualPlanner() {
  const created: unknown[] = []
  const host = hostWithRecords('mandap', {
    'GET /temp-partner/{id}': () => ({ _id: 'rohan', ...ROHAN }),
    'POST /temp-partner': ({ body }) => {
      created.push(body)
      return { _id: 'rohan2', PartnerName: ROHAN.PartnerName }
    },
  })
  host.bookings.set('booked', bookingJson({ _id: 'booked', partnerId: 'rohan' }))
  openConsole(host, '/booking-details/card?id=booked')
  await shown(page.getByText('Das & Sons'))
  await openDialog()
  return created
}

async function openDialog() {
  await click(page.getByRole('button', { name: 'Edit planner' }))
  await shown(dialog())
}

const toManual = () => click(dialog().getByText('Manual partner'))
const field = (name: keyof typeof ROHAN) => dialog().getByLabelText(LABELS[name])
const fields = () =>
  Object.fromEntries(
    Object.entries(LABELS).map(([name, label]) => [
      name,
      (dialog().getByLabelText(label).element() as HTMLInputElement).value,
    ]),
  )

test('the form of a manual partner has the details of a planner who was entered by hand', async () => {
  const created = await openWithManualPlanner()
  await toManual()
  expect(fields()).toEqual(ROHAN)
  await fill(field('personalNumber'), '9820012346')
  await press('Save')()
  await shown(page.getByText('Partner Updated Successfully!'))
  expect(created).toEqual([{ ...ROHAN, personalNumber: '9820012346' }])
})

test('unchanged details of the planner cannot be saved, and Save says why', async () => {
  const created = await openWithManualPlanner()
  await toManual()
  const save = dialog().getByRole('button', { name: 'Save' })
  const reason = 'These are the details of the planner now. Change one to save.'
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await expect.element(save).toHaveAccessibleDescription(reason)
  await fill(field('companyName'), 'Das')
  await expect.element(save).not.toHaveAttribute('aria-disabled')
  await fill(field('companyName'), 'Das & Sons ')
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  const form = document.querySelector('dialog form') as HTMLFormElement
  form.requestSubmit()
  await fill(field('companyName'), 'Das')
  await press('Save')()
  await shown(page.getByText('Partner Updated Successfully!'))
  expect(created).toEqual([{ ...ROHAN, companyName: 'Das' }])
})

test('the details of the planner are no entries of the person until one is changed', async () => {
  await openWithManualPlanner()
  await toManual()
  await press('Close')()
  await openDialog()
  expect(dialog().getByText('Your earlier entries were kept.').query()).toBeNull()
  await fill(field('PartnerName'), '')
  await click(dialog().getByText('Existing partner'))
  await toManual()
  expect(fields()).toEqual({ ...ROHAN, PartnerName: '' })
  await press('Close')()
  await openDialog()
  await click(dialog().getByRole('button', { name: 'Start over' }))
  await toManual()
  expect(fields()).toEqual(ROHAN)
})

test('the form of a manual partner is blank if the planner is an existing partner', async () => {
  openConsole(hostWithRecords('mandap'), '/booking-details/card?id=booked')
  await shown(page.getByRole('link', { name: 'Zubin Irani' }))
  await openDialog()
  await toManual()
  expect(Object.values(fields()).join('')).toBe('')
  await expect
    .element(dialog().getByRole('button', { name: 'Save' }))
    .not.toHaveAttribute('aria-disabled')
})
