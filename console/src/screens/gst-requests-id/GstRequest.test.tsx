import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { openConsole } from '../../../testing/open-console.tsx'

const UNLISTED = 'This partner is not in the list of GST requests.'

// the host has neither a session nor presence
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())

test('says that a partner with a GST number is not in the list (§2.13)', async () => {
  openConsole(hostWithRecords('mandap'), '/gst-requests/zoya')
  await expect.element(page.getByText(UNLISTED)).toBeVisible()
})

test('leads to the verification of a partner in the list (§2.13)', async () => {
  openConsole(hostWithRecords('mandap'), '/gst-requests/gita')
  const link = page.getByRole('link', { name: 'View KYC' })
  await expect.element(link).toHaveAttribute('href', '/approval-panel/kyc/gita')
  await expect.element(page.getByText(UNLISTED)).not.toBeInTheDocument()
})
