import type { Page, Request } from '@playwright/test'
import { type App, expect, test } from './testing/app.ts'
import { aStoredBooking, aStoredPartner, aStoredUser } from './testing/records.ts'
import { watchNetwork, withoutEvents } from './testing/network.ts'
import { bringDocument } from './testing/upload.ts'

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

const OF_A_PARTNER = ['/approval-panel/kyc', '/approval-panel/kyc/company-kyc', '/gst-requests']

test('requests the first records of a screen before its scripts have arrived, and once', async ({
  signedIn: page,
  app,
}) => {
  const partner = await aStoredPartner(app)
  const paths = OF_A_PARTNER.map((path) => [`${path}/${partner.id}`, `/partners/${partner.id}`])
  for (const [path = '', call = ''] of [...LISTS, ...paths])
    await test.step(path, () => expectEarly(page, path, [call]))
})

test('requests the customer and the partner of a booking, and the bookings of a partner, before its scripts', async ({
  signedIn: page,
  app,
}) => {
  const [customer, linked] = [await aStoredUser(app), await aStoredUser(app)]
  const guest = await aStoredPartner(app, { companyEmail: 'Guest', userId: linked.id })
  const booking = await aStoredBooking(app, { userId: customer.id, partnerId: guest.id })
  const [bookings, aPartner] = ['/bookings', `/partners/${guest.id}`]
  const [aCustomer, aLinked] = [`/user/${customer.id}`, `/user/${linked.id}`]
  await expectEarly(page, `/booking-details/card?id=${booking.id}`, [
    `/bookings/${booking.id}`,
    aCustomer,
    aPartner,
  ])
  await expectEarly(page, `/guest-partners/${guest.id}`, [aPartner, aLinked, aCustomer])
  await expect(page.getByRole('region', { name: 'User Details' })).toContainText(linked.fullName)
  // the double bookings are the other call of /bookings
  await expectEarly(page, `/partner-details/${guest.id}`, [aPartner], [bookings])
})

test('requests a booking and a partner once, though they have fields in a form that the page does not know', async ({
  signedIn: page,
  app,
}) => {
  const customer = await aStoredUser(app)
  const booking = await aStoredBooking(app, { userId: { _id: customer.id }, data: 7 })
  const partner = await aStoredPartner(app, { status: 'pending', aadharUrl: 7, data: {} })
  const calls = [`/bookings/${booking.id}`, `/partners/${partner.id}`]
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (calls.includes(pathname)) sent.push(pathname)
  })
  await withoutEvents(page)
  await page.goto(`/booking-details/card?id=${booking.id}`)
  await expect(page.getByRole('main')).toContainText(customer.fullName)
  await page.goto(`/approval-panel/kyc/online-kyc/${partner.id}`)
  await expect(page.getByRole('region', { name: 'Decision' })).toBeVisible()
  expect(sent).toEqual(calls)
})

test('requests the links of the documents of a step before its scripts, and its viewer with them', async ({
  signedIn: page,
  app,
}) => {
  const { partner, links } = await aPartnerWithDocuments(app)
  const [path, call] = [`/approval-panel/kyc/online-kyc/${partner.id}`, `/partners/${partner.id}`]
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/link')) requested.push(pathname)
  })
  await expectEarly(page, path, [call, ...links])
  expect(requested.toSorted()).toEqual(links.toSorted())
  const preload = page.locator('link[fetchpriority="low"][href*="/DocumentViewer-"]')
  await expect(preload).toHaveCount(1)
  for (const name of ['Aadhar Card', 'PAN Card'])
    await expect(page.getByRole('img', { name })).toBeVisible()
})

/** Stores a partner with two documents on our server, and one elsewhere, which has no link. Returns the calls for the links. */
async function aPartnerWithDocuments(app: App) {
  const partner = await aStoredPartner(app, {
    status: 'pending',
    videoUrl: 'https://files.invalid/video.mp4',
  })
  for (const kind of ['aadharUrl', 'panCardUrl'] as const)
    await bringDocument(app, partner.id, kind)
  const documents = app.db.selectFrom('document').select('id').where('partner_id', '=', partner.id)
  const links = (await documents.execute()).map(({ id }) => `/documents/${id}/link`)
  return { partner, links }
}

/** Opens a path, and expects these calls before its scripts have arrived, and each of the first ones only once. */
async function expectEarly(page: Page, path: string, once: string[], others: string[] = []) {
  const pathOf = (request: Request) =>
    request.resourceType() === 'fetch' ? new URL(request.url()).pathname : ''
  const calls: string[] = []
  const count = (request: Request) => void calls.push(pathOf(request))
  page.on('request', count)
  const early = Promise.all(
    [...once, ...others].map((call) => page.waitForRequest((request) => pathOf(request) === call)),
  )
  await page.route('**/assets/*.js', async (route) => {
    await early
    await route.continue()
  })
  await withoutEvents(page)
  const network = watchNetwork(page)
  await page.goto(path)
  await network.idle()
  expect(calls.filter((call) => once.includes(call)).toSorted()).toEqual(once.toSorted())
  page.off('request', count)
  await page.unrouteAll()
}

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
  await page.evaluate(() => {
    // as at the first request, apart from the token
    localStorage.removeItem('mandap.admin.active')
    localStorage.removeItem('mandap.admin.token')
  })
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
  const network = watchNetwork(page)
  await page.goto(`/approval-panel/kyc/${partner.id}`)
  await network.idle()
  const log = page.getByRole('region', { name: 'Activity' })
  await expect(log).toBeVisible()
  expect(logs).toBe(0)

  await log.scrollIntoViewIfNeeded()
  await expect.poll(() => logs).toBe(1)
})
