import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { scriptedHost } from '../../../testing/scripted-host.ts'

// the host has neither a session nor presence
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())

function openPartner(path: string, given: object) {
  const partner = partnerJson({ _id: 'indu', companyEmailId: 'office@example.in', ...given })
  const host = { kind: 'mandap', superAdminNumbers: [], answers: {}, partners: [partner] } as const
  openConsole(scriptedHost(host), path)
}

const companyEmail = page.getByRole('link', { name: 'office@example.in' })

test('the hub shows the e-mail address of the company, and a plan that has no badge', async () => {
  openPartner('/approval-panel/kyc/indu', { companyEmail: 'PLAN130000' })
  await shown(companyEmail)
  await expect.element(page.getByText('PLAN130000 · ₹1,30,000')).toBeVisible()
})

test('company verification shows the e-mail address of the company', async () => {
  openPartner('/approval-panel/kyc/company-kyc/indu', { kycStatus: 'AKYC' })
  await expect.element(companyEmail).toBeVisible()
})
