import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { click, shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { scriptedHost } from '../../../testing/scripted-host.ts'

const PATH = '/inprogress-partners/indu'

// the host has neither a session nor presence
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())

function openRegistration(given: object) {
  const partner = partnerJson({ _id: 'indu', name: 'Indu Sen', ...given })
  const host = { kind: 'mandap', superAdminNumbers: [], answers: {}, partners: [partner] } as const
  openConsole(scriptedHost(host), PATH)
}

const card = (name: string) => page.getByRole('region', { name })
const COMPLETE = 'This partner is not in the list of partners in progress.'

test('says that a partner with a complete registration is not in the list, beside the fixed texts (§2.14)', async () => {
  openRegistration({})
  await shown(card('Missing Information').getByText(COMPLETE))
  await expect.element(page.getByText('Incomplete Registration')).toBeVisible()
  await expect.element(page.getByText('Registration In Progress')).toBeVisible()
})

test('shows what is missing, the status, and the contacts of the company (§2.14)', async () => {
  const company = { companyNumber: '9811098110', companyEmailId: 'office@example.in' }
  openRegistration({ status: 'pending', mobileNo: '', ...company })
  await shown(page.getByText('Registration In Progress'))
  await shown(page.getByRole('main').getByText('Pending'))
  await shown(card('Missing Information').getByText('Also missing: Mobile'))
  await shown(card('Company Information').getByRole('link', { name: '9811098110' }))
  await shown(card('Company Information').getByRole('link', { name: 'office@example.in' }))
  await expect.element(page.getByText(COMPLETE)).not.toBeInTheDocument()
})

test('leaves out a contact that the company does not have', async () => {
  openRegistration({ aadharNo: '', companyNumber: '', companyEmailId: '' })
  await shown(card('Company Information').getByText('Incomplete Registration'))
  for (const term of ['Company phone', 'Company e-mail'])
    await expect.element(page.getByText(term)).not.toBeInTheDocument()
})

test('leads to the verification of the partner, and back', async () => {
  openRegistration({ aadharNo: '' })
  await click(page.getByRole('link', { name: 'View KYC' }))
  await shown(page.getByRole('heading', { name: 'Verification', exact: true }))
  await click(page.getByRole('link', { name: 'Back', exact: true }))
  await shown(page.getByText('Registration In Progress'))
  expect(window.location.pathname).toBe(PATH)
})
