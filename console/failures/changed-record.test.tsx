import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { click, fill, shown } from '../testing/act.ts'
import { openConsole } from '../testing/open-console.tsx'
import { hostWithRecords } from './records.ts'
import { dialog } from './scenario.ts'

const EMAIL = 'zoya@example.in'
const SEEN_BEFORE = 'You will see the change before yours is saved.'

/** The forms of records, and what each says after another person has changed its record. */
const FORMS = [
  {
    form: 'a decision',
    path: '/approval-panel/kyc/online-kyc/zoya',
    subject: 'partner',
    id: 'zoya',
    open: () => click(page.getByRole('button', { name: 'Decline', exact: true })),
    label: 'Reason',
    hint: SEEN_BEFORE,
  },
  {
    form: 'another planner',
    path: '/booking-details/card?id=booked',
    subject: 'booking',
    id: 'booked',
    open: async () => {
      await click(page.getByRole('button', { name: 'Edit planner' }))
      await click(dialog().getByText('Manual partner'))
    },
    label: 'Partner name',
    hint: SEEN_BEFORE,
  },
  {
    form: 'a deletion',
    path: '/approval-panel',
    subject: 'partner',
    id: 'zoya',
    open: () => click(page.getByRole('button', { name: 'Delete Zoya Khan' })),
    label: 'Partner email',
    hint: 'Close this and look at the change before you delete the partner.',
  },
  {
    form: 'an erasure',
    path: '/approval-panel/kyc/zoya',
    subject: 'partner',
    id: 'zoya',
    open: async () => {
      await click(page.getByRole('button', { name: 'Personal data' }))
      await click(page.getByRole('button', { name: 'Erase this person…' }))
    },
    label: 'Confirmation',
    hint: 'Close this and look at the change before you erase the person.',
  },
] as const

test.each(FORMS)(
  'the form of $form says that another person has changed its record, and keeps its text',
  async ({ path, subject, id, open, label, hint }) => {
    openConsole(hostWithRecords('mandap'), path, { superAdmin: true })
    await open()
    await fill(dialog().getByLabelText(label), EMAIL)
    const change = (changed: string) =>
      dispatchEvent(
        new CustomEvent('mandap.change', {
          detail: { subject, id: changed, kind: 'update', who: 'Dev Patel', at: Date.now() },
        }),
      )
    change('another')
    change(id)
    await shown(dialog().getByText(`Dev Patel changed this ${subject} just now.`))
    await shown(dialog().getByText(hint))
    expect(dialog().getByLabelText(label).element()).toHaveValue(EMAIL)
  },
)

test('a booking of a plain host is shown as the host has it now, also if its own field `version` has become lower', async () => {
  const host = hostWithRecords('plain')
  const booked = { ...host.bookings.get('booked'), version: 3, location: 'Zubinpur' }
  host.bookings.set('booked', booked)
  openConsole(host, '/booking-details?search=ZF1')
  const link = page.getByRole('link', { name: 'ZF1' }).first()
  await shown(link)
  host.bookings.set('booked', { ...booked, version: 2, location: 'Zeenatpur' })
  await click(link)
  await expect.element(page.getByText('Zeenatpur').first()).toBeVisible()
})

test('the screen has the focus after the message about a change was hidden', async () => {
  openConsole(hostWithRecords('mandap'), '/approval-panel/kyc/zoya')
  await shown(page.getByRole('heading', { name: 'Zoya Khan' }))
  dispatchEvent(
    new CustomEvent('mandap.change', {
      detail: { subject: 'partner', id: 'zoya', kind: 'update', who: 'Dev Patel', at: Date.now() },
    }),
  )
  await click(page.getByRole('button', { name: 'Hide this message' }))
  await expect.element(page.getByRole('main')).toHaveFocus()
})
