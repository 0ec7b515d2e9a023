import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { click } from '../testing/act.ts'
import { openConsole } from '../testing/open-console.tsx'
import { watchReloads } from '../testing/reload.ts'
import { hostWithRecords } from './records.ts'

// chunks that a release has replaced
vi.mock('../src/features/export/start-export.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

test('an export whose code cannot be loaded says so, and ‘Try again’ reloads the page', async () => {
  const reloads = watchReloads()
  openConsole(hostWithRecords('mandap'), '/booking-details')
  await click(page.getByRole('button', { name: 'Export' }))
  await click(page.getByRole('button', { name: 'CSV' }))
  const failure = page.getByRole('alert').filter({
    hasText: 'The bookings could not be exported. Check your connection and try again.',
  })
  await click(failure.getByRole('button', { name: 'Try again' }))
  await expect.poll(reloads).toBe(1)
})
