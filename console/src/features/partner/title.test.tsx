import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { hostWithRecords } from '../../../failures/records.ts'
import { shown } from '../../../testing/act.ts'
import { openConsole } from '../../../testing/open-console.tsx'

test.each([
  ['/approval-panel/kyc/zoya', 'Zoya Khan', 'Partner · …zoya · Mandap'],
  ['/approval-panel/kyc/online-kyc/zoya', 'Online KYC', 'Online KYC · Mandap'],
  ['/partner-details/zubin', 'Zubin Irani', 'Partner bookings · …zubin · Mandap'],
  ['/gst-requests/gita', 'Gita Rao', 'GST Request · …gita · Mandap'],
  ['/inprogress-partners/indu', 'Indu Sen', 'In Progress Partner Details · …indu · Mandap'],
  ['/guest-partners/guest', 'Gopal Das', 'Guest Partner Bookings · …guest · Mandap'],
])('the tab of %s does not name the partner', async (path, heading, title) => {
  openConsole(hostWithRecords('mandap'), path)
  await shown(page.getByRole('heading', { name: heading, level: 1 }))
  expect(document.title).toBe(title)
})
