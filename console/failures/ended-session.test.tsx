import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { click, fill, shown } from '../testing/act.ts'
import { ADMINISTRATOR, openConsole } from '../testing/open-console.tsx'
import { elevation } from '../src/features/session/current-elevation.ts'
import { session } from '../src/features/session/current.ts'
import { hostWithRecords } from './records.ts'
import { dialog, press } from './scenario.ts'

const HUB = '/approval-panel/kyc/zoya'

const fromMenu = (item: string) => async () => {
  await click(page.getByRole('button', { name: 'Personal data' }))
  await click(page.getByRole('button', { name: item }))
}

const FORMS = [
  {
    form: 'an export of a person',
    path: HUB,
    open: fromMenu('Export all data…'),
    label: 'Reason',
    typed: 'Request of 24 November about 2345 6789 0124',
    restored: 'Request of 24 November about XXXX XXXX 0124',
  },
  {
    form: 'an erasure',
    path: HUB,
    open: fromMenu('Erase this person…'),
    label: 'Reason',
    typed: 'Request of 25 November',
    restored: 'Request of 25 November',
  },
  {
    form: 'an invitation',
    path: '/administrators',
    open: () => click(page.getByRole('button', { name: 'Invite', exact: true })),
    label: 'E-mail',
    typed: 'asha@office.example',
    restored: 'asha@office.example',
  },
] as const

// a call of the ended session that is still waiting must not end the new one
const signIn = () => session.signIn({ idToken: 'another token', email: ADMINISTRATOR.email })

/** Ends the session, signs in again and returns to the form. */
async function signInAgain({ open }: (typeof FORMS)[number]) {
  session.signOut('idle')
  await shown(page.getByLabelText('Email'))
  signIn()
  elevation.begin({ grant: 'grant', expiresAt: null })
  await open()
}

afterEach(async () => {
  // removes what was kept
  if (dialog().query()) await press('Cancel')()
})

test.each(FORMS)('the form of $form offers its text after the session ended', async (form) => {
  openConsole(hostWithRecords('mandap'), form.path, { superAdmin: true })
  await form.open()
  await fill(dialog().getByLabelText(form.label), form.typed)
  await signInAgain(form)
  await click(dialog().getByRole('button', { name: 'Restore' }))
  await expect.element(dialog().getByLabelText(form.label)).toHaveValue(form.restored)
})

test.each(FORMS)('the form of $form offers nothing after it was cancelled', async (form) => {
  openConsole(hostWithRecords('mandap'), form.path, { superAdmin: true })
  await form.open()
  await fill(dialog().getByLabelText(form.label), form.typed)
  await press('Cancel')()
  await signInAgain(form)
  await shown(dialog().getByLabelText(form.label))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(dialog().getByRole('button', { name: 'Restore' }).query()).toBeNull()
})

test.each(FORMS)(
  'the form of $form offers its text again after it was closed, also with other text',
  async (form) => {
    openConsole(hostWithRecords('mandap'), form.path, { superAdmin: true })
    await form.open()
    await fill(dialog().getByLabelText(form.label), form.typed)
    await signInAgain(form)
    const restore = dialog().getByRole('button', { name: 'Restore' })
    await shown(restore)
    await press('Cancel')()
    await form.open()
    await shown(restore)
    await fill(dialog().getByLabelText(form.label), 'other')
    await press('Cancel')()
    await form.open()
    await click(restore)
    await expect.element(dialog().getByLabelText(form.label)).toHaveValue(form.restored)
  },
)

const offer = () => page.getByText('Your entries for another planner were kept.')
const edit = () => click(page.getByRole('button', { name: 'Edit planner' }))

/** Types a planner by hand, and signs in again after inactivity ended the session. */
async function keepPlanner() {
  openConsole(hostWithRecords('mandap'), '/booking-details/card?id=booked')
  await edit()
  await click(dialog().getByText('Manual partner'))
  await fill(dialog().getByLabelText('Partner name'), 'Meera Nair')
  await fill(dialog().getByLabelText('Personal number'), '9820012345')
  session.signOut('idle')
  await shown(page.getByLabelText('Email'))
  signIn()
  await shown(offer())
}

test('the entries for another planner are offered until they are saved', async () => {
  await keepPlanner()
  expect(dialog().query()).toBeNull()
  await click(page.getByRole('button', { name: 'Restore' }))
  await expect.element(dialog().getByLabelText('Partner name')).toHaveValue('Meera Nair')
  await expect.element(dialog().getByLabelText('Personal number')).toHaveValue('9820012345')
  await expect.element(offer()).not.toBeInTheDocument()
  await press('Save')()
  await shown(page.getByText('Partner Updated Successfully!'))
  await click(page.getByRole('link', { name: 'Back to bookings' }))
  await click(page.getByRole('link', { name: 'ZF1' }))
  await shown(page.getByRole('button', { name: 'Edit planner' }))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(offer().query()).toBeNull()
})

test('the entries for another planner stay offered after the dialog was opened and cancelled', async () => {
  await keepPlanner()
  await edit()
  await press('Cancel')()
  await expect.element(offer()).toBeVisible()
  await click(page.getByRole('button', { name: 'Discard' }))
})
