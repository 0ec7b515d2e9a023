import type { Request } from '@playwright/test'
import { expect, test } from './testing/app.ts'
import { aStoredBooking, aStoredPartner } from './testing/records.ts'
import { withoutEvents } from './testing/network.ts'

const LISTS = [
  ['/dashboard', '/summary'],
  ['/booking-details', '/bookings'],
  ['/approval-panel', '/partners'],
  ['/partner-details', '/partners'],
  ['/user-count', '/users'],
  ['/gst-requests', '/partners'],
  ['/inprogress-partners', '/partners'],
  ['/guest-partners', '/partners'],
  ['/activity', '/activity'],
  ['/account', '/account'],
] as const

const OF_A_PARTNER = [
  '/approval-panel/kyc',
  '/approval-panel/kyc/online-kyc',
  '/approval-panel/kyc/company-kyc',
  '/approval-panel/kyc/in-person',
  '/partner-details',
  '/gst-requests',
  '/inprogress-partners',
  '/guest-partners',
]

test('requests the first records of a screen before its scripts have arrived, and once', async ({
  signedIn: page,
  app,
}) => {
  const partner = await aStoredPartner(app)
  const booking = await aStoredBooking(app)
  const opened = [
    ...LISTS,
    ...OF_A_PARTNER.map((path) => [`${path}/${partner.id}`, `/partners/${partner.id}`] as const),
    [`/booking-details/card?id=${booking.id}`, `/bookings/${booking.id}`] as const,
  ]
  for (const [path, call] of opened)
    await test.step(path, async () => {
      const isCall = (request: Request) =>
        request.resourceType() === 'fetch' && new URL(request.url()).pathname === call
      let calls = 0
      const count = (request: Request) => {
        if (isCall(request)) calls += 1
      }
      page.on('request', count)
      const first = page.waitForRequest(isCall)
      await page.route('**/assets/*.js', async (route) => {
        await first
        await route.continue()
      })
      await withoutEvents(page)
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      expect(calls).toBe(1)
      page.off('request', count)
      await page.unrouteAll()
    })
})

test('requests nothing early without a session, or after the session was idle for too long', async ({
  signedIn: page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') calls.push(request.url())
  })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/guest-partners')
  await expect.poll(() => calls).toHaveLength(1)
  await page.evaluate(() => localStorage.setItem('mandap.admin.active', '1'))
  await page.reload()
  await page.evaluate(() => localStorage.removeItem('mandap.admin.token'))
  await page.reload()
  expect(calls).toHaveLength(1)
})

test('reads the log of a partner on a phone when it comes near the view', async ({
  signedIn: page,
  app,
}) => {
  const partner = await aStoredPartner(app)
  let logs = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/activity') logs += 1
  })
  await withoutEvents(page)
  await page.setViewportSize({ width: 390, height: 300 })
  await page.goto(`/approval-panel/kyc/${partner.id}`)
  await page.waitForLoadState('networkidle')
  const log = page.getByRole('region', { name: 'Activity' })
  await expect(log).toBeVisible()
  expect(logs).toBe(0)

  await log.scrollIntoViewIfNeeded()
  await expect.poll(() => logs).toBe(1)
})
