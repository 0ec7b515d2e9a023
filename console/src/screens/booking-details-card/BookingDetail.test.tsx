import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { DAY } from '@mandap/domain/time/days.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { click, shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { recordedRequests } from '../../../testing/recorded-requests.ts'
import { scriptedHost } from '../../../testing/scripted-host.ts'
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

test('reads a booking once by its id', async () => {
  const { host, requests } = recordedRequests(hostWithRecords('mandap'))
  openConsole(host, '/booking-details/card?id=booked')
  await shown(page.getByRole('region', { name: 'Customer details' }).getByText('Kavya Nair'))
  await shown(page.getByRole('region', { name: 'Event planner details' }).getByText('Zubin Irani'))
  expect(requests.filter(({ key }) => key === 'GET /bookings/{id}')).toHaveLength(1)
})

test.each([
  ['without a planner', { partnerId: '' }, 'No planner ID provided.'],
  ['whose planner has no name', { partnerId: 'nameless' }, 'No planner details found.'],
])('a booking %s says so, and shows the name on the booking', async (_, given, sentence) => {
  const host = hostWithRecords('mandap')
  host.partners.set('nameless', partnerJson({ _id: 'nameless', name: '', status: 'approved' }))
  host.bookings.set('own', bookingJson({ _id: 'own', partnerName: 'Nisha Kamat', ...given }))
  openConsole(host, '/booking-details/card?id=own')
  const planner = page.getByRole('region', { name: 'Event planner details' })
  await shown(planner.getByText(sentence))
  await shown(planner.getByText('On the booking'))
  await expect.element(planner.getByText('Nisha Kamat')).toBeVisible()
})

test('the dialog for another planner says that a nameless planner was not found', async () => {
  const host = hostWithRecords('mandap')
  host.partners.set('nameless', partnerJson({ _id: 'nameless', name: '', status: 'approved' }))
  const planner = { partnerId: 'nameless', partnerName: '' }
  host.bookings.set('own', bookingJson({ _id: 'own', ...planner }))
  openConsole(host, '/booking-details/card?id=own')
  await shown(page.getByText('No planner details found.'))
  await click(page.getByRole('button', { name: 'Edit planner' }))
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('No partner details found.')).toBeVisible()
})

test('says that a booking without an id cannot be opened, and leads back to its list', async () => {
  const now = Date.now()
  const createdAt = new Date(now).toISOString()
  const dateFrom = new Date(now + 30 * DAY).toISOString()
  const bookings = [bookingJson({ _id: '', numberId: 'MB26K1042', createdAt, dateFrom })]
  openConsole(
    scriptedHost({ kind: 'plain', superAdminNumbers: [], answers: {}, bookings }),
    '/booking-details',
  )
  await click(page.getByRole('link', { name: 'MB26K1042' }))
  await shown(page.getByText('This booking cannot be opened.'))
  await expect.element(page.getByText('The host sent it without an ID.')).toBeVisible()
  await click(page.getByRole('link', { name: 'Back to bookings' }))
  await shown(page.getByRole('link', { name: 'MB26K1042' }))
})
