import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { click, shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

const CALL = 'POST /exports'
const FAILED =
  'The bookings could not be exported. The server had a problem. Try again in a moment.'

const FILE = { url: '/bookings.csv', name: 'bookings.csv', expiresAt: '2026-11-25T00:00:00Z' }

function openList() {
  const host = hostWithRecords('mandap', { [CALL]: () => ({ data: FILE }) })
  openConsole(host, '/booking-details')
  return host
}

const button = () => page.getByRole('button', { name: 'Export' })
const failure = () => page.getByRole('alert').filter({ hasText: 'could not be exported' })
const started = () => page.getByRole('status').filter({ hasText: 'Download started' })

async function exportCsv() {
  await click(button())
  await click(page.getByRole('button', { name: 'CSV' }))
}

test('the button has the focus after ‘Try again’ and ‘Close’ of a failed export', async () => {
  const host = openList()
  host.fail([CALL], 'server')
  await exportCsv()
  await click(failure().getByRole('button', { name: 'Close' }))
  await expect.element(button()).toHaveFocus()

  await exportCsv()
  await shown(failure())
  host.heal()
  await click(failure().getByRole('button', { name: 'Try again' }))
  await shown(started())
  await expect.element(button()).toHaveFocus()
})

test('the button has the focus after ‘Close’ of a started download, and after the message is hidden', async () => {
  openList()
  await exportCsv()
  await click(started().getByRole('button', { name: 'Close' }))
  await expect.element(button()).toHaveFocus()

  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await exportCsv()
  await shown(started())
  ;(started().getByRole('button', { name: 'Close' }).element() as HTMLElement).focus()
  vi.advanceTimersByTime(10_000)
  await expect.element(button()).toHaveFocus()
})

test('an export that fails after the list was left says so', async () => {
  const host = openList()
  const answer = host.hold(CALL)
  host.fail([CALL], 'server')
  await exportCsv()
  await shown(page.getByRole('button', { name: 'Preparing…' }))
  await click(page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true }))
  await shown(page.getByRole('heading', { name: 'Dashboard' }))
  answer()
  await expect.element(page.getByText(FAILED)).toBeVisible()
})

test('while an export is prepared, the menu says so and offers no other format', async () => {
  const calls: string[] = []
  const host = hostWithRecords('mandap', {
    [CALL]: ({ body }) => {
      calls.push(JSON.stringify(body))
      return { data: FILE }
    },
  })
  openConsole(host, '/booking-details')
  const answer = host.hold(CALL)
  await exportCsv()
  await click(page.getByRole('button', { name: 'Preparing…' }))
  await shown(page.getByText('An export is being prepared. Wait until it has started.'))
  const excel = page.getByRole('button', { name: 'Excel' })
  await expect.element(excel).toHaveAttribute('aria-disabled', 'true')
  const item = excel.element() as HTMLElement
  item.click()
  await expect.element(excel).toBeVisible()

  answer()
  await shown(started())
  expect(calls).toHaveLength(1)
  await expect.element(excel).not.toHaveAttribute('aria-disabled')
})
