import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, type House, test } from './testing/house.ts'
import { plainConsole } from './testing/plain-console.ts'
import {
  aStoredBooking,
  aStoredPartner,
  aStoredUser,
  inDays,
  ownNumbers,
} from './testing/records.ts'

const NOT_FOUND = 'Guest partner not found.'

const cards = (page: Page) => page.getByRole('list', { name: 'Bookings' }).getByRole('article')
const information = (page: Page) => page.getByRole('region', { name: 'Partner Information' })
const userDetails = (page: Page) => page.getByRole('region', { name: 'User Details' })
/** A term of a description list with its value. */
const fact = (page: Page, term: string, value: string) =>
  expect(information(page).locator('dt', { hasText: term }).locator('+ dd')).toHaveText(value)

const aGuest = (house: House, given: JsonObject = {}) =>
  aStoredPartner(house, { companyEmail: 'Guest', ...given })

test.describe('§2.15 Guest partner detail', () => {
  test('shows the partner, the linked user, and the bookings with their customers', async ({
    signedIn: page,
    house,
  }) => {
    test.slow()
    const own = ownNumbers()
    const linked = await aStoredUser(house, { fullName: 'Ravi Rao', phone: '9900099000' })
    const customer = await aStoredUser(house, {
      fullName: 'Kavya Nair',
      phone: '9845098450',
      email: 'kavya@example.in',
    })
    const guest = await aGuest(house, {
      userId: linked.id,
      companyName: 'Zutshi Tents',
      companyLocation: 'Pune',
      mobileNo: '9822098220',
      personalEmail: 'ojasvi@example.in',
    })
    const ours = { partnerId: guest.id, userId: customer.id }
    await aStoredBooking(house, {
      ...ours,
      numberId: `${own.toLowerCase()}1`,
      eventType: 'Sangeet',
      status: 'confirmEvent',
      // the 5th in India
      dateFrom: '2031-12-04T20:00:00.000Z',
    })
    await aStoredBooking(house, { numberId: `${own}2` })
    await page.goto(`/guest-partners/${guest.id}`)

    await expect(page.getByRole('heading', { name: 'Guest Partner Bookings' })).toBeVisible()
    for (const [term, value] of [
      ['Name', guest.name],
      ['Company', 'Zutshi Tents'],
      ['Location', 'Pune'],
      ['Phone', '9822098220'],
      ['E-mail', 'ojasvi@example.in'],
      ['Status', 'Approved'],
      ['Type', 'Guest'],
    ] as const)
      await fact(page, term, value)
    await expect(userDetails(page)).toContainText('Ravi Rao')
    await expect(userDetails(page).getByRole('link', { name: '9900099000' })).toHaveAttribute(
      'href',
      'tel:9900099000',
    )
    await expect(page.getByRole('heading', { name: 'Bookings (1)', exact: true })).toBeVisible()
    const card = cards(page)
    for (const text of [
      `${own}1`,
      'Kavya Nair',
      '9845098450',
      'kavya@example.in',
      'Sangeet',
      '05 Dec 2031',
      'Service is Confirmed.',
    ])
      await expect(card).toContainText(text)
    await expect(card.getByRole('link', { name: '9845098450' })).toHaveAttribute(
      'href',
      'tel:9845098450',
    )
    await expectAccessible(page)

    await card.getByRole('link', { name: `${own}1` }).click()
    await expect(page.getByRole('heading', { name: 'Sangeet' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to bookings' }).click()
    await page.getByRole('link', { name: 'Back to Guest Partners' }).click()
    await expect(page).toHaveURL('/guest-partners')
  })

  test('the status badge: green for confirmed, yellow for pending, red for cancelled, grey otherwise', async ({
    signedIn: page,
    house,
  }) => {
    const guest = await aGuest(house)
    const tones = [
      ['confirmEvent', 'Service is Confirmed.', 'positive'],
      ['pending', 'Pending', 'warning'],
      ['Cancel', 'Service is Cancelled', 'negative'],
      ['visited', 'Partner is Visited', 'neutral'],
      ['confirmed', 'confirmed', 'positive'],
      ['cancelled', 'cancelled', 'negative'],
    ] as const
    for (const [status] of tones) await aStoredBooking(house, { partnerId: guest.id, status })
    await page.goto(`/guest-partners/${guest.id}`)
    for (const [, label, tone] of tones)
      await expect(
        cards(page)
          .locator(`.bg-${tone}-soft`)
          .filter({ hasText: new RegExp(`^${label}$`) }),
      ).toBeVisible()
  })

  test('what is missing is N/A, and a linked user that is gone is skipped', async ({
    signedIn: page,
    house,
  }) => {
    test.slow()
    const guest = await aGuest(house, {
      userId: 'gone',
      companyName: '',
      companyLocation: null,
      mobileNo: '',
      personalEmail: '',
      companyEmailId: '',
    })
    await page.goto(`/guest-partners/${guest.id}`)
    for (const term of ['Company', 'Location', 'Phone', 'E-mail']) await fact(page, term, 'N/A')
    await expect(page.getByText('No bookings found for this guest partner.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Bookings (0)' })).toBeVisible()
    await expect(userDetails(page)).toHaveCount(0)
    await expectAccessible(page)
  })

  test('a customer who cannot be had reads Loading user data..., one without an id is said so', async ({
    signedIn: page,
    house,
  }) => {
    test.slow()
    const guest = await aGuest(house)
    const customer = await aStoredUser(house, { fullName: 'Kavya Nair' })
    await page.route(`**/user/${customer.id}`, (route) => route.fulfill({ status: 403 }))
    const own = ownNumbers()
    const of = { partnerId: guest.id }
    await aStoredBooking(house, { ...of, numberId: `${own}1`, userId: customer.id })
    await aStoredBooking(house, { ...of, numberId: `${own}2`, userId: 'gone' })
    await aStoredBooking(house, { ...of, numberId: `${own}3`, userId: null })
    await page.goto(`/guest-partners/${guest.id}`)
    const card = (number: string) => cards(page).filter({ hasText: number })
    await expect(card(`${own}1`)).toContainText('Loading user data...')
    await expect(card(`${own}2`)).toContainText('Loading user data...')
    await expect(card(`${own}3`)).toContainText('No user ID found')
    await expectAccessible(page)
    await page.unroute(`**/user/${customer.id}`)
    await card(`${own}1`).getByRole('button', { name: 'Load the customer again' }).click()
    await expect(card(`${own}1`)).toContainText('Kavya Nair')
  })

  test('each customer is looked up once, and only for the cards about the view', async ({
    signedIn: page,
    house,
  }) => {
    const guest = await aGuest(house)
    const customer = await aStoredUser(house, { fullName: 'Kavya Nair' })
    for (let at = 0; at < 150; at += 1)
      await aStoredBooking(house, {
        partnerId: guest.id,
        userId: at < 3 ? customer.id : `gone-${at}`,
        createdAt: inDays(-1 - at),
      })
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/user/')) asked.push(pathname)
    })
    await page.goto(`/guest-partners/${guest.id}`)
    await expect(page.getByRole('heading', { name: 'Bookings (150)' })).toBeVisible()
    await expect(cards(page).first()).toContainText('Kavya Nair')
    await expect(cards(page).nth(3)).toContainText('Loading user data...')
    expect(new Set(asked).size).toBe(asked.length)
    expect(asked.length).toBeLessThan(60)
  })

  for (const [what, given] of [
    ['who is no guest', { companyEmail: 'PLAN82600' }],
    ['who is not approved', { status: 'pending' }],
  ] as const)
    test(`a partner ${what} is not found here (§4.6)`, async ({ signedIn: page, house }) => {
      const partner = await aGuest(house, given)
      await page.goto(`/guest-partners/${partner.id}`)
      await expect(page.getByText(NOT_FOUND)).toBeVisible()
      await expect(page.getByText(partner.name)).toHaveCount(0)
    })

  test('a partner who is not there', async ({ signedIn: page }) => {
    test.slow()
    await page.goto('/guest-partners/nobody')
    await expect(page.getByText(NOT_FOUND)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to Guest Partners' }).click()
    await expect(page).toHaveURL('/guest-partners')
  })

  test('bookings that could not be fetched are an empty list, and can be tried again (§8)', async ({
    signedIn: page,
    house,
  }) => {
    const guest = await aGuest(house)
    await aStoredBooking(house, { partnerId: guest.id })
    await page.route('**/bookings?list=ofPartner*', (route) => route.fulfill({ status: 403 }))
    await page.goto(`/guest-partners/${guest.id}`)
    await expect(page.getByText('No bookings found for this guest partner.')).toBeVisible()
    await page.unroute('**/bookings?list=ofPartner*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page)).toHaveCount(1)
  })
})

test('on a plain host: the guest, the linked user, the bookings and their customers', async ({
  page,
}) => {
  const [linked, customer] = [
    userJson({ _id: 'u1' }),
    userJson({ _id: 'u2', fullName: 'Ravi Rao' }),
  ]
  const partners = [
    partnerJson({ _id: 'p1', status: 'approved', companyEmail: 'Guest', userId: 'u1' }),
    partnerJson({ _id: 'p2', status: 'approved' }),
  ]
  const bookings = [
    bookingJson({ partnerId: 'p1', userId: null, customer_id: 'u2', eventType: 'Sangeet' }),
    bookingJson({ partnerId: 'p1', userId: 'gone', createdAt: '2026-10-01' }),
    bookingJson({ partnerId: 'p2' }),
  ]
  const console = await plainConsole(page, partners, { bookings, users: [linked, customer] })
  try {
    await console.open('/guest-partners/p1')
    await expect(userDetails(page)).toContainText('Kavya Nair')
    await expect(page.getByRole('heading', { name: 'Bookings (2)' })).toBeVisible()
    await expect(cards(page).first()).toContainText('Ravi Rao')
    await expect(cards(page).last()).toContainText('Loading user data...')
    await console.open('/guest-partners/p2')
    await expect(page.getByText(NOT_FOUND)).toBeVisible()
  } finally {
    await console.close()
  }
})
