import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { click, shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'

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
