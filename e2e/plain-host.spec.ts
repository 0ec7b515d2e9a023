import type { Call } from '@mandap/contract/call.ts'
import { CALLS } from '@mandap/contract/calls.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import { bookingsListed } from '@mandap/domain/booking/filter.ts'
import { byBookingTime } from '@mandap/domain/booking/order.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { today as todayAt } from '@mandap/domain/time/days.ts'
import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { generate } from '@mandap/demo/generate.ts'
import { type PlainHost, plainHost } from '@mandap/server/testing/plain-host.ts'
import { serveConsole } from '@mandap/server/testing/static-site.ts'
import { expect, type Page, test } from '@playwright/test'
import { plainConsole } from './testing/plain-console.ts'
import { inDays } from './testing/records.ts'
import { seenAfter } from './testing/review.ts'
import { signIn } from './testing/sign-in.ts'

// the console as a static site with a /config.json, on a host that has only the calls of §7

const ADMINISTRATOR = { email: 'asha.rao@mandap.example', password: 'marigold-and-jasmine' }
const today = todayAt(Date.now(), 'Asia/Kolkata')
const closers: (() => Promise<void>)[] = []
test.afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

async function openConsole(page: Page): Promise<PlainHost> {
  const { bookings, partners, users, tempPartners } = generate(today)
  const host = await plainHost({
    bookings: [...bookings],
    partners: [...partners],
    users: [...users],
    tempPartners: [...tempPartners],
    token: 'a-token-of-the-plain-host',
    administrators: [ADMINISTRATOR],
  })
  const site = await serveConsole({
    host: host.url,
    kind: 'plain',
    identity: host.identity,
    apiKey: 'a-key-of-the-plain-host',
  })
  closers.push(
    () => site.close(),
    () => host.close(),
  )
  await page.goto(site.url)
  await signIn(page, ADMINISTRATOR)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  return host
}

/** Returns the bookings of the Booked tab in order. */
function booked(host: PlainHost): Booking[] {
  const condition = bookingsListed({ tab: 'booked' }, today)
  const order = byBookingTime('newest')
  return [...host.bookings.values()]
    .map((json) => ({ booking: bookingFrom(json), indexFields: bookingIndex(bookingFrom(json)) }))
    .filter(({ indexFields }) => matches(condition, indexFields))
    .toSorted((a, b) => order(a.indexFields, b.indexFields))
    .map(({ booking }) => booking)
}

const cards = (page: Page) => page.getByRole('article')

test('names the field of a broken /config.json', async ({ page }) => {
  const site = await serveConsole({ kind: 'other' })
  closers.push(() => site.close())
  await page.goto(site.url)
  await expect(page.getByRole('alert')).toContainText(
    '/config.json: kind must be one of "mandap", "plain".',
  )
})

test('finds a booking and swaps its partner for another and for a manual one', async ({ page }) => {
  const host = await openConsole(page)
  await page.goto(new URL('/booking-details', page.url()).href)
  const listed = booked(host)
  await expect(page.getByText(`${listed.length.toLocaleString('en-IN')} bookings`)).toBeVisible()
  await expect(cards(page).first()).toContainText(listed[0]?.numberId.toUpperCase() ?? '')

  const wanted = listed[60] as Booking
  const card = cards(page).filter({ hasText: wanted.numberId.toUpperCase() })
  await page.getByLabel('Search by Booking ID').fill(wanted.numberId)
  await page.getByRole('option', { name: wanted.numberId.toUpperCase() }).first().click()
  await card.getByRole('link').click()

  const partner = [...host.partners.values()]
    .map(partnerFrom)
    .find(({ status, name, id }) => status === 'approved' && name && id !== wanted.partnerId)
  if (!partner) throw new Error('no approved partner')
  await page.getByRole('button', { name: 'Edit planner' }).click()
  await page.getByLabel('Existing partner').last().fill(partner.name)
  await page.getByRole('option', { name: partner.name }).first().click()
  await seenAfter(page, 'Partner Updated Successfully!', () =>
    page.getByRole('button', { name: 'Save' }).click(),
  )
  expect(host.bookings.get(wanted.id)).toEqual({
    ...wanted.original,
    partnerId: expect.any(String),
    partnerName: partner.name,
    partnerMobile: expect.any(String),
  })
  await page.goBack()
  await expect(card).toContainText(partner.name)

  await card.getByRole('link').click()
  await page.getByRole('button', { name: 'Edit planner' }).click()
  await page.getByText('Manual partner').click()
  await page.getByLabel('Partner name').fill('Meera Joshi')
  await page.getByLabel('Personal number').fill('9822098220')
  await seenAfter(page, 'Partner Updated Successfully!', () =>
    page.getByRole('button', { name: 'Save' }).click(),
  )
  const { partnerId } = bookingFrom(host.bookings.get(wanted.id))
  expect(host.tempPartners.get(partnerId)).toMatchObject({ PartnerName: 'Meera Joshi' })
  await page.goBack()
  await expect(card).toContainText('Meera Joshi')

  const requested = host.calls.filter(({ path }) => !path.includes('identitytoolkit'))
  expect(requested.filter(({ headers }) => !headers.authorization)).toEqual([])
  const kinds = requested.map(({ method, path }) =>
    `${method} ${path}`.replace(/[0-9a-f]{24}/, '{id}').replace(/\?numberId=.*/, ''),
  )
  expect(SECTION_7).toEqual(expect.arrayContaining([...new Set(kinds)]))
})

/** The calls of §7. */
const SECTION_7 = Object.entries<Call>(CALLS)
  .filter(([, { section }]) => section === '§7')
  .map(([call]) => call)

test('loads a list on Try again, without a worker, after neither the worker nor the page could load the adapter', async ({
  page,
}) => {
  let refused = 0
  await page.route(/\/worker-(?!transport)[\w-]+\.js$/, (route) => {
    refused += 1
    return route.abort()
  })
  const adapter = /\/adapter-[\w-]+\.js$/
  await page.route(adapter, (route) => route.abort())
  const bookings = [1, 2, 3].map((days) => bookingJson({ dateFrom: inDays(days) }))
  const { open, close } = await plainConsole(page, [], { bookings })
  closers.push(close)
  await open('/booking-details')
  await expect(page.getByText('No bookings match the selected filters.')).toBeVisible()
  await expect(page.getByText("Can't reach the server.")).toBeVisible()
  await page.unroute(adapter)
  const before = refused
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cards(page)).toHaveCount(3)
  expect(refused).toBeGreaterThan(before)
})
