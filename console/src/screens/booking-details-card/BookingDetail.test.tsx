import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { click, shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { forgetPassedBookings } from '../../features/booking/passed-booking.ts'

test('fetches a booking that is no longer passed, also if it could not be reloaded before', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const host = hostWithRecords('mandap')
  openConsole(host, '/booking-details')
  await shown(page.getByText('Zubinpur').first())
  host.fail(['GET /bookings/{id}'], 'server')
  await click(page.getByRole('link', { name: 'ZF1' }))
  const failure = page.getByText('This booking could not be reloaded.')
  await shown(failure)
  host.heal()
  forgetPassedBookings()
  window.location.hash = '#main'
  await expect.element(failure).not.toBeInTheDocument()
  await shown(page.getByText('Zubinpur').first())
})
