import { ApiError } from '@mandap/client/api-error.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords, PHONE } from '../../../failures/records.ts'
import { dialog, press } from '../../../failures/scenario.ts'
import { shownOtp } from '../../../failures/session.ts'
import { click, fill, shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { elevation } from '../session/current-elevation.ts'

const NUMBER = '234567890124'
const CALL = 'POST /partners/{id}/reveal'

const show = () => page.getByRole('button', { name: 'Show Aadhar number' })
const number = () => page.getByText(/2345\s*6789\s*0124/)

function visibilityChanges() {
  document.dispatchEvent(new Event('visibilitychange'))
}

function hideTab() {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  onTestFinished(() => hidden.mockRestore())
  visibilityChanges()
  return hidden
}

test('shows a number that needs Super Admin after the SMS was read on the same phone', async () => {
  const host = hostWithRecords('mandap', {
    [CALL]: () => {
      if (elevation.state().elevated) return { data: { value: NUMBER } }
      throw new ApiError('forbidden', { status: 403, code: 'ELEVATION_REQUIRED' })
    },
  })
  openConsole(host, '/approval-panel/kyc/zoya')
  await click(show())
  await fill(dialog().getByLabelText('Phone number'), PHONE)
  await press('Send OTP')()
  const otp = await shownOtp()
  hideTab().mockRestore()
  visibilityChanges()
  await fill(dialog().getByLabelText('OTP'), otp)
  await press('Verify')()
  await expect.element(number()).toBeVisible()
  hideTab()
  await expect.element(number()).not.toBeInTheDocument()
})

test('does not show a number that arrives while the tab is hidden', async () => {
  const host = hostWithRecords('mandap', { [CALL]: () => ({ data: { value: NUMBER } }) })
  openConsole(host, '/approval-panel/kyc/zoya')
  const answer = host.hold(CALL)
  await click(show())
  hideTab()
  answer()
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull()
  await shown(show())
  expect(number().query()).toBeNull()
})

test('a plain host has no log of who looked, and its numbers are masked until one is shown', async () => {
  const host = hostWithRecords('plain')
  const numbers = { panNo: 'ABCDE1234F', bank: { accountNo: '50100123456789' } }
  host.partners.set('zoya', { ...host.partners.get('zoya'), ...numbers })
  openConsole(host, '/approval-panel/kyc/zoya')
  for (const masked of ['XXXX XXXX 0124', 'ABXXXXX34F', 'XXXXXX6789'])
    await shown(page.getByText(masked))
  await click(page.getByRole('button', { name: 'Show PAN' }))
  await shown(page.getByText('ABCDE1234F'))
  await shown(page.getByText('XXXX XXXX 0124'))
  expect(page.getByRole('region', { name: 'Activity' }).query()).toBeNull()
})
