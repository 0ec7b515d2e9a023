import { ApiError, ELEVATION_REQUIRED } from '@mandap/client/api-error.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { click, fill, shown } from '../testing/act.ts'
import { openConsole } from '../testing/open-console.tsx'
import { isVisible, until } from '../testing/until.ts'
import { ACTIVE_KEY } from '../src/features/session/session.ts'
import { hostWithRecords } from './records.ts'
import { dialog, main, noDialog, press } from './scenario.ts'

// the chunks of the two dialogs, as of a browser that is offline
vi.mock('../src/features/super-admin/SuperAdminDialog.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('../src/features/session/IdleWarning.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

const MINUTE = 60_000
const BROKEN = 'This screen cannot be shown'

/** Opens a decision and types its reason. */
async function typeReason() {
  openConsole(hostWithRecords('mandap'), '/approval-panel/kyc/online-kyc/zoya')
  await click(page.getByRole('button', { name: 'Decline', exact: true }))
  await fill(dialog().getByLabelText('Reason'), 'Too dark')
}

const keepsReason = () =>
  expect(dialog().getByLabelText('Reason').element()).toHaveValue('Too dark')

describe('Super Admin whose dialog cannot be loaded', () => {
  test('says so, and the screen stays', async () => {
    openConsole(hostWithRecords('mandap'), '/dashboard')
    const open = () => click(page.getByRole('banner').getByRole('button', { name: 'Super Admin' }))
    for (let turn = 0; turn < 2; turn += 1) {
      await open()
      await shown(dialog().getByText('This dialog could not be loaded.'))
      await shown(dialog().getByRole('button', { name: 'Try again' }))
      await press('Close')()
      await until('the dialog is closed', () => isVisible(noDialog()))
    }
    await shown(main().getByRole('heading', { name: 'Dashboard' }))
    expect(page.getByText(BROKEN).query()).toBeNull()
  })

  test('refuses the action for which it was offered, and keeps what was typed', async () => {
    const host = hostWithRecords('mandap', {
      'DELETE /partners/{id}': () => {
        throw new ApiError('forbidden', { status: 403, code: ELEVATION_REQUIRED })
      },
    })
    openConsole(host, '/approval-panel', { superAdmin: true })
    await click(page.getByRole('button', { name: 'Delete Zoya Khan' }))
    await fill(dialog().getByLabelText('Partner email'), 'zoya@example.in')
    await press('Delete')()
    const unloaded = page.getByRole('dialog', { name: 'Super Admin' })
    await shown(unloaded.getByText('This dialog could not be loaded.'))
    await click(unloaded.getByRole('button', { name: 'Close' }))
    await shown(dialog().getByText('Only a Super Admin can do this.'))
    expect(dialog().getByLabelText('Partner email').element()).toHaveValue('zoya@example.in')
  })
})

describe('§2.17 the warning before the session ends, which cannot be loaded', () => {
  /** Sets the last activity in any tab to so many minutes ago. */
  function wasActive(minutes: number) {
    localStorage.setItem(ACTIVE_KEY, String(Date.now() - minutes * MINUTE))
    dispatchEvent(new StorageEvent('storage', { key: ACTIVE_KEY }))
  }

  const warning = () => page.getByRole('dialog', { name: 'Are you still there?' })

  test('warns without the countdown, and the screen keeps what was typed', async () => {
    await typeReason()
    wasActive(14.5)
    await shown(warning().getByText('You will be signed out soon because of inactivity.'))
    await click(warning().getByRole('button', { name: 'Stay signed in' }))
    await expect.element(warning()).not.toBeInTheDocument()
    keepsReason()
  })

  test('does not keep the session from ending', async () => {
    await typeReason()
    wasActive(14.5)
    await shown(warning())
    wasActive(15)
    await expect
      .element(page.getByText('You were signed out after 15 minutes without activity.'))
      .toBeVisible()
  })
})
