import { ApiError, ELEVATION_REQUIRED } from '@mandap/client/api-error.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { click, fill, shown } from '../testing/act.ts'
import { openConsole } from '../testing/open-console.tsx'
import { isVisible, until } from '../testing/until.ts'
import { hostWithRecords } from './records.ts'
import { dialog, main, noDialog, press } from './scenario.ts'

// the chunk of the dialog, as of a browser that is offline
vi.mock('../src/features/super-admin/SuperAdminDialog.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

const BROKEN = 'This screen cannot be shown'

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
