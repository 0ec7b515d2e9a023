import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './testing/app.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredBooking, aStoredPartner, inDays, ownNumbers } from './testing/records.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Bookings' }).getByRole('article')
const count = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

test.describe('§2.12 Approved partner’s bookings', () => {
  test('lists that partner’s bookings alone, newest first; a click opens one', async ({
    signedIn: page,
    app,
  }) => {
    test.slow()
    const own = ownNumbers()
    const partner = await aStoredPartner(app, {
      companyName: 'Zutshi Caterers',
      companyLocation: 'Jaipur',
      mobileNo: '98200 12345',
      personalEmail: 'ojasvi@example.in',
    })
    const ours = { partnerId: partner.id, partnerName: partner.name }
    // hidden from Booking Details, but a booking of theirs
    await aStoredBooking(app, {
      ...ours,
      numberId: `${own}1`,
      dateFrom: inDays(-60),
      createdAt: inDays(-90),
    })
    await aStoredBooking(app, { ...ours, numberId: `${own}2`, eventType: 'Sangeet' })
    await aStoredBooking(app, { partnerName: partner.name, numberId: `${own}3` })
    await page.goto(`/partner-details/${partner.id}`)

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(partner.name)
    for (const text of ['Zutshi Caterers', 'Jaipur', 'Approved'])
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: '98200 12345' })).toHaveAttribute(
      'href',
      'tel:9820012345',
    )
    await expect(page.getByRole('link', { name: 'ojasvi@example.in' })).toHaveAttribute(
      'href',
      'mailto:ojasvi@example.in',
    )
    await count(page, '2 bookings')
    await expect(cards(page)).toHaveCount(2)
    await expect(cards(page).first()).toContainText(`${own}2`)
    await expect(cards(page).last()).toContainText(`${own}1`)
    await expectAccessible(page)

    await cards(page).first().getByRole('link').click()
    await expect(page).toHaveURL('/booking-details/card')
    await expect(page.getByRole('heading', { name: 'Sangeet' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to bookings' }).click()
    await expect(page).toHaveURL(`/partner-details/${partner.id}`)
    await page.getByRole('link', { name: 'Back to Partners Details' }).click()
    await expect(page).toHaveURL('/partner-details')
  })

  test('a long list is read to its end', async ({ signedIn: page, app }) => {
    const own = ownNumbers()
    const partner = await aStoredPartner(app)
    for (let at = 0; at < 120; at += 1)
      await aStoredBooking(app, {
        partnerId: partner.id,
        numberId: `${own}${at}`,
        createdAt: inDays(-1 - at),
      })
    await page.goto(`/partner-details/${partner.id}`)
    await count(page, '120 bookings')
    await expect(cards(page).first()).toContainText(`${own}0`)
    await page.keyboard.press('End')
    await expect(cards(page).last()).toContainText(`${own}119`)
  })

  test('a partner without bookings', async ({ signedIn: page, app }) => {
    test.slow()
    const partner = await aStoredPartner(app)
    await page.goto(`/partner-details/${partner.id}`)
    await expect(page.getByText('No bookings found for this partner.')).toBeVisible()
    await expectAccessible(page)
  })

  test('a partner who is not there', async ({ signedIn: page }) => {
    test.slow()
    await page.goto('/partner-details/nobody')
    await expect(page.getByRole('heading', { name: 'Partner Not Found' })).toBeVisible()
    await expect(page.getByText('Partner not found.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to Partners Details' }).click()
    await expect(page).toHaveURL('/partner-details')
  })

  test('a partner or bookings that could not be fetched can be tried again (§8)', async ({
    signedIn: page,
    app,
  }) => {
    test.slow()
    const partner = await aStoredPartner(app)
    await aStoredBooking(app, { partnerId: partner.id })
    const ofPartner = `**/partners/${partner.id}`
    await page.route(ofPartner, (route) => route.fulfill({ status: 403 }))
    await page.route('**/bookings?list=ofPartner*', (route) => route.fulfill({ status: 403 }))
    await page.goto(`/partner-details/${partner.id}`)
    await expect(page.getByText('Failed to fetch partner details.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute(ofPartner)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No bookings found for this partner.')).toBeVisible()
    await page.unroute('**/bookings?list=ofPartner*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page)).toHaveCount(1)
  })
})

test('on a plain host: filtered by partnerId, swapped away at once, not found', async ({
  page,
}) => {
  const partner = partnerJson({ _id: 'p1', name: 'Zoya Khan', status: 'approved' })
  const other = partnerJson({ _id: 'p2', name: 'Arjun Bose', status: 'approved' })
  const bookings = [
    bookingJson({ partnerId: 'p1', eventType: 'Sangeet' }),
    bookingJson({ partnerId: 'p2', eventType: 'Mehendi' }),
  ]
  const console = await plainConsole(page, [partner, other], { bookings })
  try {
    await console.open('/partner-details/p1')
    await count(page, '1 booking')
    await expect(cards(page)).toContainText('Sangeet')
    await cards(page).getByRole('link').click()
    await page.getByRole('button', { name: 'Edit planner' }).click()
    await page.getByLabel('Existing partner').last().fill('Arjun')
    await page.getByRole('option', { name: 'Arjun Bose' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Event planner details' })).toContainText(
      'Arjun Bose',
    )
    await page.getByRole('link', { name: 'Back to bookings' }).click()
    await expect(page.getByText('No bookings found for this partner.')).toBeVisible()
    await console.open('/partner-details/p3')
    await expect(page.getByRole('heading', { name: 'Partner Not Found' })).toBeVisible()
  } finally {
    await console.close()
  }
})
