import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { click, shown } from '../testing/act.ts'
import { openConsole } from '../testing/open-console.tsx'
import { watchReloads } from '../testing/reload.ts'
import { hostWithRecords } from './records.ts'

// chunks that a release has replaced
vi.mock('../src/features/export/start-export.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('../src/features/document/pdf.ts', () => {
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

test('a PDF whose viewer cannot be loaded says so, and ‘Try again’ reloads the page', async () => {
  const reloads = watchReloads()
  const url = 'data:application/pdf,%25PDF-1.7'
  const file = { name: 'aadhar.pdf', type: 'application/pdf', size: 8 }
  const data = { url, publicUrl: url, ...file, expiresAt: '2100-01-01T00:00:00Z' }
  const host = hostWithRecords('mandap', { 'GET /documents/{id}/link': () => ({ data }) })
  openConsole(host, '/approval-panel/kyc/online-kyc/zoya')
  const failure = page.getByRole('alert').filter({ hasText: 'Aadhar Card could not be loaded.' })
  await shown(failure.getByText('The viewer could not be loaded.'))
  await click(failure.getByRole('button', { name: 'Try again' }))
  await expect.poll(reloads).toBe(1)
})
