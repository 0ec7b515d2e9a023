import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { upsertAll } from '@mandap/server/testing/records.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, type App, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { withoutEvents } from './testing/network.ts'
import { plainConsole } from './testing/plain-console.ts'
import {
  aStoredBooking,
  aStoredPartner,
  aStoredUser,
  inDays,
  ownNumbers,
} from './testing/records.ts'

const NOT_FOUND = 'Guest partner not found.'
const NO_BOOKINGS = 'No bookings found for this guest partner.'

const cards = (page: Page) => page.getByRole('list', { name: 'Bookings' }).getByRole('article')
const card = (page: Page, text: string) => cards(page).filter({ hasText: text })
const userDetails = (page: Page) => page.getByRole('region', { name: 'User Details' })
const phone = (page: Page, number: string) => page.getByRole('link', { name: number })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
/** Expects a term of the Partner Information card to have a value. */
const expectDetail = (page: Page, term: string, value: string) =>
  expect(
    page
      .getByRole('region', { name: 'Partner Information' })
      .locator('dt', { hasText: term })
      .locator('+ dd'),
  ).toHaveText(value)

const aGuest = (app: App, given: JsonObject = {}) =>
  aStoredPartner(app, { companyEmail: 'Guest', ...given })
const open = (page: Page, { id }: { id: string }) => navigate(page, `/guest-partners/${id}`)

test('§2.15 Guest partner detail shows a guest, the linked user and the bookings', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const own = ownNumbers()
  const linked = await aStoredUser(app, { fullName: 'Ravi Rao', phone: '9900099000' })
  const customer = await aStoredUser(app, {
    fullName: 'Kavya Nair',
    phone: '9845098450',
    email: 'kavya@example.in',
  })
  const guest = await aGuest(app, {
    userId: linked.id,
    companyName: 'Zutshi Tents',
    companyLocation: 'Pune',
    mobileNo: '9822098220',
    personalEmail: 'ojasvi@example.in',
  })
  await aStoredBooking(app, {
    partnerId: guest.id,
    userId: customer.id,
    numberId: `${own.toLowerCase()}1`,
    eventType: 'Sangeet',
    status: 'confirmEvent',
    // the 5th in India
    dateFrom: '2031-12-04T20:00:00.000Z',
  })
  await aStoredBooking(app, { numberId: `${own}2` })
  await page.goto(`/guest-partners/${guest.id}`)

  await test.step('shows the partner and the linked user', async () => {
    await expect(page.getByRole('heading', { name: guest.name, level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(`Guest Partner Bookings · …${guest.id.slice(-6)} · Mandap`)
    await expect(heading(page, 'Guest Partner Bookings')).toBeVisible()
    for (const [term, value] of [
      ['Name', guest.name],
      ['Company', 'Zutshi Tents'],
      ['Location', 'Pune'],
      ['Phone', '9822098220'],
      ['E-mail', 'ojasvi@example.in'],
      ['Status', 'Approved'],
      ['Type', 'Guest'],
    ] as const)
      await expectDetail(page, term, value)
    await expect(userDetails(page)).toContainText('Ravi Rao')
    await expect(userDetails(page)).toContainText(`Customer account linked to ${guest.name}`)
    await expect(phone(page, '9900099000')).toHaveAttribute('href', 'tel:9900099000')
  })
  await test.step('shows only the bookings of the guest, each with its customer', async () => {
    await expect(heading(page, 'Bookings (1)')).toBeVisible()
    for (const text of [
      `${own}1`,
      'Kavya Nair',
      '9845098450',
      'kavya@example.in',
      'Sangeet',
      '05 Dec 2031',
      'Service is Confirmed.',
    ])
      await expect(cards(page)).toContainText(text)
    await expect(phone(page, '9845098450')).toHaveAttribute('href', 'tel:9845098450')
  })
  await test.step('opens a booking, and leads back to the list', async () => {
    await cards(page)
      .getByRole('link', { name: `${own}1` })
      .click()
    await expect(heading(page, 'Sangeet')).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await page.getByRole('link', { name: 'Back to Guest Partners' }).click()
    await expect(page).toHaveURL('/guest-partners')
  })
  await test.step('names a status as the other screens do, and shows the whole name at every width', async () => {
    const labels = {
      confirmEvent: 'Service is Confirmed.',
      pending: 'Pending',
      Cancel: 'Service is Cancelled',
      visited: 'Partner is Visited',
      partnerVisited: 'Waiting for the user to confirm the Visit',
      confirmed: 'confirmed',
      cancelled: 'cancelled',
      onHold: 'onHold',
    }
    const booked = await aGuest(app)
    for (const status of Object.keys(labels))
      await aStoredBooking(app, { partnerId: booked.id, status })
    await open(page, booked)
    for (const label of Object.values(labels))
      await expect(cards(page).getByText(label, { exact: true })).toBeVisible()
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const status = cards(page).getByTitle('Waiting for the user to confirm the Visit')
      await expect
        .poll(() => status.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
        .toBe(0)
    }
  })
  await test.step('shows N/A for empty values, no card for a missing user, and the empty text', async () => {
    const contact = { mobileNo: '', personalEmail: '', companyEmailId: '' }
    const company = { companyName: '', companyLocation: null }
    await open(page, await aGuest(app, { userId: 'gone', ...company, ...contact }))
    for (const term of ['Company', 'Location', 'Phone', 'E-mail'])
      await expectDetail(page, term, 'N/A')
    await expect(page.getByText(NO_BOOKINGS)).toBeVisible()
    await expect(heading(page, 'Bookings (0)')).toBeVisible()
    await expect(userDetails(page)).toHaveCount(0)
    await expectAccessible(page)
  })
  for (const [what, given] of [
    ['who is no guest', { companyEmail: 'PLAN82600' }],
    ['who is not approved', { status: 'pending' }],
  ] as const)
    await test.step(`does not find a partner ${what} (§4.6)`, async () => {
      await navigate(page, '/guest-partners')
      const partner = await aGuest(app, given)
      await open(page, partner)
      await expect(page.getByText(NOT_FOUND)).toBeVisible()
      await expect(page.getByText(partner.name)).toHaveCount(0)
    })
  await test.step('does not find an unknown id, and leads to the list', async () => {
    await open(page, { id: 'nobody' })
    await expect(page.getByText(NOT_FOUND)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to Guest Partners' }).click()
    await expect(page).toHaveURL('/guest-partners')
  })
})

test('§2.15 the cards of a guest’s bookings load their customers', async ({
  signedIn: page,
  app,
}) => {
  const own = ownNumbers()
  const guest = await aGuest(app)
  const customer = await aStoredUser(app, { fullName: 'Kavya Nair' })
  const of = { partnerId: guest.id }
  await aStoredBooking(app, { ...of, numberId: `${own}1`, userId: customer.id })
  await aStoredBooking(app, { ...of, numberId: `${own}2`, userId: 'gone' })
  await aStoredBooking(app, { ...of, numberId: `${own}3`, userId: null })
  await withoutEvents(page)
  await page.goto(`/guest-partners/${guest.id}`)

  await test.step("shows 'Loading user data...' for a customer who does not exist, and 'No user ID found' without an id", async () => {
    await expect(card(page, `${own}1`)).toContainText('Kavya Nair')
    await expect(card(page, `${own}2`)).toContainText('Loading user data...')
    await expect(card(page, `${own}3`)).toContainText('No user ID found')
    await expectAccessible(page)
  })
  await test.step('fetches each customer once, and only for the cards near the view', async () => {
    const [popular, repeated] = [
      await aGuest(app),
      await aStoredUser(app, { fullName: 'Ravi Rao' }),
    ]
    const bookings = Array.from({ length: 150 }, (_, at) =>
      bookingJson({
        partnerId: popular.id,
        userId: at < 3 ? repeated.id : `${popular.id}-${at}`,
        createdAt: inDays(-1 - at),
      }),
    )
    await upsertAll(app.db, { bookings, partners: [], users: [], tempPartners: [] })
    const fetched: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/user/')) fetched.push(pathname)
    })
    await open(page, popular)
    await expect(heading(page, 'Bookings (150)')).toBeVisible()
    await expect(cards(page).first()).toContainText('Ravi Rao')
    await expect(cards(page).nth(3)).toContainText('Loading user data...')
    expect(new Set(fetched).size).toBe(fetched.length)
    expect(fetched.length).toBeLessThan(60)
  })
})

test('§2.15 on a plain host the detail shows the guest, the linked user, the bookings and their customers', async ({
  page,
}) => {
  const users = [userJson({ _id: 'u1' }), userJson({ _id: 'u2', fullName: 'Ravi Rao' })]
  const partners = [
    partnerJson({ _id: 'p1', status: 'approved', companyEmail: 'Guest', userId: 'u1' }),
    partnerJson({ _id: 'p2', status: 'approved' }),
  ]
  const bookings = [
    bookingJson({ partnerId: 'p1', userId: null, customer_id: 'u2', eventType: 'Sangeet' }),
    bookingJson({ partnerId: 'p1', userId: 'gone', createdAt: '2026-10-01' }),
    bookingJson({ partnerId: 'p2' }),
  ]
  const plain = await plainConsole(page, partners, { bookings, users })
  await plain.open('/guest-partners/p1')
  await expect(userDetails(page)).toContainText('Kavya Nair')
  await expect(heading(page, 'Bookings (2)')).toBeVisible()
  await expect(cards(page).first()).toContainText('Ravi Rao')
  await expect(cards(page).last()).toContainText('Loading user data...')
  await open(page, { id: 'p2' })
  await expect(page.getByText(NOT_FOUND)).toBeVisible()
  await plain.close()
})
