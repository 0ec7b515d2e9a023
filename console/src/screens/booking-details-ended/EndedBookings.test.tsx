import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { click, shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

const NONE = 'No event has ended without being completed.'

test.each(['mandap', 'plain'] as const)(
  'without ended events on a %s host, the list says so and the tab does not count them',
  async (kind) => {
    const host = hostWithRecords(kind)
    host.bookings.delete('ended')
    openConsole(host, '/booking-details/ended')
    await shown(page.getByText(NONE))
    await click(page.getByRole('link', { name: 'Back to Booking Details' }))
    await click(page.getByRole('tab', { name: 'Inprogress' }))
    await shown(page.getByText('No bookings match the selected filters.'))
    expect(page.getByRole('link', { name: /ended, not completed/ }).query()).toBeNull()
  },
)
