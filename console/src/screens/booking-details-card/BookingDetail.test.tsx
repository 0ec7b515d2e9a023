import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { click, shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { forgetPassedBookings } from '../../features/booking/passed-booking.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

test('fetches a booking that is no longer passed, also if it could not be reloaded before', async () => {
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

test('a booking that could not be loaded leads back to the list with its filters', async () => {
  const host = hostWithRecords('mandap')
  const list = '/booking-details?sort=oldest'
  openConsole(host, list)
  await shown(page.getByText('Zubinpur').first())
  host.fail(['GET /bookings/{id}'], 'server')
  await click(page.getByRole('link', { name: 'ZF1' }))
  await shown(page.getByText('This booking could not be reloaded.'))
  history.back()
  await shown(page.getByRole('link', { name: 'ZF1' }))
  // as after a reload
  forgetPassedBookings()
  history.forward()
  await shown(page.getByText('This booking could not be loaded.'))
  const back = page.getByRole('link', { name: 'Back to bookings' })
  expect(back.element()).toHaveAttribute('href', list)
  await click(back)
  await shown(page.getByRole('link', { name: 'ZF1' }))
  expect(location.pathname + location.search).toBe(list)
})

test('names a planner who is a partner as a link to their screen, which leads back to the booking', async () => {
  openConsole(hostWithRecords('mandap'), '/booking-details/card?id=guest-booking')
  await click(page.getByRole('link', { name: 'Gopal Das' }))
  await shown(page.getByRole('heading', { name: 'Guest Partner Bookings' }))
  expect(location.pathname).toBe('/guest-partners/guest')
  history.back()
  await shown(page.getByRole('region', { name: 'Event planner details' }))
  await click(page.getByRole('link', { name: 'Gopal Das' }))
  await click(page.getByRole('link', { name: 'Back', exact: true }))
  await shown(page.getByRole('region', { name: 'Event planner details' }))
  expect(location.search).toBe('?id=guest-booking')
})
