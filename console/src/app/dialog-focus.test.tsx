import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { hostWithRecords, PERSON } from '../../failures/records.ts'
import { dialog, main, press } from '../../failures/scenario.ts'
import { click, fill, shown } from '../../testing/act.ts'
import { ADMINISTRATOR, openConsole } from '../../testing/open-console.tsx'

test.each([
  ['keyboard', 'Keyboard shortcuts'],
  ['super', 'Super Admin'],
])('after ‘%s’ in the palette, its button has the focus again', async (typed, title) => {
  openConsole(hostWithRecords('mandap'), '/account')
  const opener = page.getByRole('button', { name: 'Search or go to' })
  await click(opener)
  await fill(dialog().getByRole('combobox'), typed)
  await shown(dialog().getByRole('option', { selected: true }))
  await userEvent.keyboard('{Enter}')
  await shown(page.getByRole('dialog', { name: title }))
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('after a word was typed into the palette, Escape returns the focus', async () => {
  openConsole(hostWithRecords('mandap'), '/account')
  const opener = page.getByRole('button', { name: 'Search or go to' })
  await click(opener)
  await userEvent.type(dialog().getByRole('combobox'), 'a')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('Ctrl K closes the palette that it opened', async () => {
  openConsole(hostWithRecords('mandap'), '/account')
  await shown(page.getByRole('heading', { name: 'Your account' }))
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(dialog().getByRole('combobox')).toHaveFocus()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('after new recovery codes were kept, their button has the focus again', async () => {
  const host = hostWithRecords('mandap')
  const identity: typeof fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (pathname.endsWith('accounts:lookup'))
      return Promise.resolve(Response.json({ users: [{ mfaInfo: [{ mfaEnrollmentId: 'app' }] }] }))
    return pathname.endsWith('recoveryCodes:renew')
      ? Promise.resolve(Response.json({ recoveryCodes: ['marigold22'] }))
      : host.fetch(input, init)
  }
  openConsole({ ...host, fetch: identity }, '/account')
  const opener = page.getByRole('button', { name: 'New recovery codes' })
  await click(opener)
  await fill(dialog().getByLabelText('Password', { exact: true }), ADMINISTRATOR.password)
  await fill(dialog().getByLabelText('Code of the app, or a recovery code'), '123456')
  await press('Make new codes')()
  await press('I have kept them')()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('after an administrator was disabled, which removes the button, they have the focus', async () => {
  let state = 'active'
  const host = hostWithRecords('mandap', {
    'GET /administrators': () => ({ data: [{ ...PERSON, state }] }),
    'POST /administrators/{id}/disable': () => {
      state = 'disabled'
    },
  })
  openConsole(host, '/administrators', { superAdmin: true })
  const disable = main().getByRole('button', { name: 'Disable' })
  await click(disable)
  await press('Disable')()
  await expect.element(disable).not.toBeInTheDocument()
  await expect.element(page.getByRole('listitem').filter({ hasText: PERSON.name })).toHaveFocus()
})

test('after a passkey was removed, the section of the second factor has the focus', async () => {
  const host = hostWithRecords('mandap')
  const mfaInfo = [{ mfaEnrollmentId: 'app' }]
  let passkeyInfo = [{ mfaEnrollmentId: 'key', displayName: 'Office laptop' }]
  const identity: typeof fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (pathname.endsWith('accounts:lookup'))
      return Promise.resolve(Response.json({ users: [{ mfaInfo, passkeyInfo }] }))
    if (!pathname.endsWith('mfaEnrollment:withdraw')) return host.fetch(input, init)
    passkeyInfo = []
    return Promise.resolve(Response.json({}))
  }
  openConsole({ ...host, fetch: identity }, '/account')
  await click(page.getByRole('button', { name: 'Remove Office laptop' }))
  await fill(dialog().getByLabelText('Password', { exact: true }), ADMINISTRATOR.password)
  const useCode = dialog().getByRole('button', { name: 'Use a code instead' })
  if (useCode.query()) await click(useCode)
  await fill(dialog().getByLabelText('Code of the app, or a recovery code'), '123456')
  await press('Remove')()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Second factor' })).toHaveFocus()
})
