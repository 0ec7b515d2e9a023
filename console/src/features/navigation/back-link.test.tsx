import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { click, fill, shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'
import { until } from '../../../testing/until.ts'

// the host has neither a session nor presence
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())

const back = (name: string) => page.getByRole('link', { name, exact: true })

test.each([
  ['/gst-requests?search=gita', 'View request of Gita Rao', 'Back to GST Requests'],
  ['/inprogress-partners', 'View registration of Indu Sen', 'Back to In Progress Partners'],
  ['/partner-details/all?search=indu', 'View partner of Indu Sen', 'Back'],
  ['/partner-details/all?search=zubin', 'View partner of Zubin Irani', 'Back'],
  ['/dashboard?search=ZF1', 'ZF1', 'Back'],
  ['/dashboard?search=indu', 'Indu Sen', 'Back'],
])('from %s, %s opens a screen that leads back by the link %s', async (list, record, label) => {
  openConsole(hostWithRecords('mandap'), list)
  await click(page.getByRole('main').getByRole('link', { name: record }).first())
  await shown(back(label))
  await click(back(label))
  await shown(page.getByRole('main').getByRole('link', { name: record }).first())
  const { pathname, search, hash } = window.location
  expect(`${pathname}${search}${hash.replace('#', '')}`).toBe(list)
})

test('without a screen before it, the back link names the list', async () => {
  openConsole(hostWithRecords('mandap'), '/booking-details/card?id=booked')
  await expect.element(back('Back to bookings')).toBeVisible()
})

test('a filter of counted bookings keeps the way back to the dashboard', async () => {
  openConsole(hostWithRecords('mandap'), '/dashboard')
  await click(page.getByRole('link', { name: 'Confirmed Bookings' }))
  for (const service of ['Catering', 'Photography']) {
    await page.getByLabelText('Service').selectOptions(service)
    await until(service, () => location.search.includes(`service=${service}`))
  }
  await click(back('Back to dashboard'))
  await until('the dashboard', () => location.pathname === '/dashboard')
  history.forward()
  await expect.poll(() => location.search).toBe('?figure=tile-pending')
})

test('a list of partners leads back to the search of the dashboard that opened it', async () => {
  openConsole(hostWithRecords('mandap'), '/dashboard?search=zubin')
  await click(page.getByRole('main').getByRole('link', { name: 'Zubin Irani' }).first())
  await until('the list', () => location.pathname === '/partner-details')
  await fill(page.getByLabelText('Search partners'), 'Zubin x')
  await click(page.getByRole('button', { name: 'Clear search' }).first())
  await until('no search', () => location.search === '' && location.hash === '')
  await click(back('Back to dashboard'))
  await shown(page.getByRole('searchbox', { name: 'Search' }))
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('zubin')
})

test('the KYC hub leads back to the list that opened it after a step was open', async () => {
  const list = '/partner-details/all?search=zoya'
  openConsole(hostWithRecords('mandap'), list)
  await click(page.getByRole('link', { name: 'View partner of Zoya Khan' }))
  await click(page.getByRole('link', { name: 'Online KYC' }))
  await shown(page.getByRole('heading', { name: 'Online KYC', level: 1 }))
  await click(back('Back'))
  await shown(page.getByRole('heading', { name: 'Verification', exact: true }))
  await click(back('Back'))
  await shown(page.getByRole('link', { name: 'View partner of Zoya Khan' }))
  expect(location.pathname + location.search).toBe(list)
})
