import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, type App, test } from './testing/app.ts'
import { aStoredBooking, aStoredPartner, aStoredUser, ownNumbers } from './testing/records.ts'

/** Stores a booking and opens its detail from the list. */
async function openBooking(page: Page, app: App, given: JsonObject = {}) {
  const numberId = `${ownNumbers()}1`
  const booking = await aStoredBooking(app, { numberId, eventType: 'Reception', ...given })
  await page.goto(`/booking-details?numberId=${numberId}`)
  await page.getByRole('link', { name: numberId }).click()
  await expect(page.getByRole('heading', { name: 'Reception' })).toBeVisible()
  return booking
}

const client = (page: Page) => page.getByRole('region', { name: 'Client details' })
const planner = (page: Page) => page.getByRole('region', { name: 'Event planner details' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit planner' })

async function edit(page: Page) {
  await page.getByRole('button', { name: 'Edit planner' }).click()
  await expect(dialog(page)).toBeVisible()
}

async function pick(page: Page, name: string) {
  await dialog(page).getByRole('combobox', { name: 'Existing partner' }).fill(name)
  await page.getByRole('option', { name }).click()
}

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click()

async function manual(page: Page, fields: Record<string, string>) {
  await dialog(page).getByText('Manual partner').click()
  for (const [label, text] of Object.entries(fields))
    await dialog(page).getByLabel(label).fill(text)
}

/** What the server now holds. */
async function held({ url, signIn }: App, id: string): Promise<JsonObject> {
  const { idToken } = await signIn()
  const headers = { authorization: `Bearer ${idToken}` }
  return (await (await fetch(`${url}/bookings/${id}`, { headers })).json()) as JsonObject
}

test.describe('§2.6 Booking detail', () => {
  test('shows the booking, its client and its event planner', async ({ signedIn: page, app }) => {
    test.slow()
    const user = await aStoredUser(app)
    const partner = await aStoredPartner(app)
    await openBooking(page, app, {
      userId: user.id,
      partnerId: partner.id,
      dateFrom: '2031-12-05T04:30:00.000Z',
      dateTo: '2031-12-06T04:30:00.000Z',
      budget: 1250000,
      location: 'Jaipur',
      transactionId: 'TXN77',
    })
    await expect(client(page)).toContainText(user.fullName)
    await expect(planner(page)).toContainText(partner.name)
    for (const text of ['05 Dec 2031 – 06 Dec 2031', '₹12,50,000', 'Jaipur', 'TXN77'])
      await expect(page.getByText(text)).toBeVisible()
    await expectAccessible(page)
  })

  test('stays over a reload; opened bare it leads to the list', async ({ signedIn: page, app }) => {
    const { numberId } = await openBooking(page, app)
    await page.reload()
    await expect(page.getByText(numberId).first()).toBeVisible()
    await page.goto('/dashboard')
    await page.goto('/booking-details/card')
    await expect(page.getByText('No booking selected.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to Booking Details' }).click()
    await expect(page).toHaveURL('/booking-details')
  })

  test('is opened by its id where no list passed it on; an id of no booking says so', async ({
    signedIn: page,
    app,
  }) => {
    const booking = await aStoredBooking(app, { eventType: 'Sangeet' })
    let reads = 0
    page.on('request', (request) => {
      if (request.url().endsWith(`/bookings/${booking.id}`)) reads += 1
    })
    await page.goto(`/booking-details/card?id=${booking.id}`)
    await expect(page.getByRole('heading', { name: 'Sangeet' })).toBeVisible()
    await expect(client(page)).toBeVisible()
    expect(reads).toBe(1)
    await page.getByRole('link', { name: 'Back to bookings' }).click()
    await expect(page).toHaveURL('/booking-details')
    await page.goto('/booking-details/card?id=nothing')
    await expect(page.getByText('This booking no longer exists.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to Booking Details' }).click()
    await expect(page).toHaveURL('/booking-details')
  })

  test('on a phone shows the planner before the activity, in the order of the document', async ({
    signedIn: page,
    app,
  }) => {
    const booking = await aStoredBooking(app)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/booking-details/card?id=${booking.id}`)
    const titles = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(titles).toHaveText([
      'Booking',
      'Client details',
      'Event planner details',
      'Status on this screen',
      'Activity',
    ])
    const tops = await titles.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  })

  test('says what could not be fetched, or is not there (§8)', async ({ signedIn: page, app }) => {
    const { id } = await openBooking(page, app, { userId: 'nobody', partnerId: 'nobody' })
    await expect(client(page)).toContainText('Failed to fetch client details.')
    await expect(planner(page)).toContainText('Failed to fetch planner details.')
    await openBooking(page, app, { partnerId: '' })
    await expect(planner(page)).toContainText('No planner ID provided.')
    const nameless = await aStoredPartner(app, { name: '' })
    await openBooking(page, app, { partnerId: nameless.id, partnerName: '' })
    await expect(planner(page)).toContainText('No planner details found.')
    await edit(page)
    await expect(dialog(page)).toContainText('No partner details found.')
    expect(await held(app, id)).toMatchObject({ partnerId: 'nobody' })
  })

  test('has a local status, upcoming by default, that is never sent', async ({
    signedIn: page,
    app,
  }) => {
    const sent: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
    await openBooking(page, app)
    const status = page.getByLabel('Booking status')
    await expect(status).toHaveValue('upcoming')
    await expect(status.locator('option')).toHaveText([
      'to visit',
      'in progress',
      'confirmed',
      'cancelled',
      'upcoming',
      'completed',
    ])
    await status.selectOption('completed')
    await expect(status).toHaveValue('completed')
    expect(sent).toEqual([])
  })

  test('swaps the partner for an existing one; detail, list and reload show it', async ({
    signedIn: page,
    app,
  }) => {
    test.slow()
    const partner = await aStoredPartner(app)
    const booking = await openBooking(page, app)
    await edit(page)
    await pick(page, partner.name)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await save(page)
    await expect(page.getByText('Partner Updated Successfully!')).toBeVisible()
    await expect(planner(page)).toContainText(partner.name)
    expect(await held(app, booking.id)).toEqual({
      ...booking.json,
      version: 2,
      partnerId: partner.id,
      partnerName: partner.name,
      partnerMobile: partner.mobileNo,
    })
    await page.reload()
    await expect(planner(page)).toContainText(partner.name)
    await page.getByRole('link', { name: 'Back to bookings' }).click()
    await expect(page.getByRole('article')).toContainText(partner.name)
  })

  test('swaps the partner for a manual one', async ({ signedIn: page, app }) => {
    test.slow()
    const booking = await openBooking(page, app)
    await edit(page)
    await manual(page, {
      'Partner name': 'Rohan Das',
      'Company name': 'Das & Sons',
      'Company location': 'Kolkata',
      'Company number': '033 2345 6789',
      'Personal number': '1800 209 1234',
      'Company e-mail': 'office@das.example',
    })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await save(page)
    await expect(page.getByText('Partner Updated Successfully!')).toBeVisible()
    for (const text of [
      'Rohan Das',
      'Das & Sons',
      'Kolkata',
      '1800 209 1234',
      'office@das.example',
    ])
      await expect(planner(page)).toContainText(text)
    expect(await held(app, booking.id)).toMatchObject({
      partnerName: 'Rohan Das',
      partnerMobile: '1800 209 1234',
    })
  })

  test('needs a partner or manual details (§5.8), and says what is wrong in a field', async ({
    signedIn: page,
    app,
  }) => {
    test.slow()
    const nothing = 'Please select a partner or fill in the manual details to save.'
    await openBooking(page, app)
    await edit(page)
    await save(page)
    await expect(dialog(page).getByText(nothing)).toBeVisible()
    await manual(page, { 'Company e-mail': 'office@', 'Company number': '12' })
    await expect(dialog(page).locator('[required]')).toHaveCount(1)
    await expect(dialog(page).getByLabel('Partner name')).toHaveAttribute('required')
    await save(page)
    await expect(dialog(page).getByText(nothing)).toBeVisible()
    await expect(dialog(page).getByText("Enter the partner's name.")).toBeVisible()
    await expect(dialog(page).getByLabel('Partner name')).toBeFocused()
    await expect(dialog(page).getByText('Enter a phone number of 6 to 15 digits')).toBeVisible()
    await expect(dialog(page).getByText('Enter an e-mail address')).toBeVisible()
    await expectAccessible(page)
  })

  test('keeps what was typed when saving fails, and creates no second manual partner', async ({
    signedIn: page,
    app,
  }) => {
    const created: string[] = []
    page.on('request', (request) => request.method() === 'POST' && created.push(request.url()))
    const booking = await openBooking(page, app)
    await page.route(`**/bookings/${booking.id}`, (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500 }) : route.fallback(),
    )
    await edit(page)
    await manual(page, { 'Partner name': 'Rohan Das', 'Personal number': '9820012345' })
    await save(page)
    await expect(page.getByText('Error updating partner. Please try again.')).toBeVisible()
    await expect(dialog(page).getByLabel('Partner name')).toHaveValue('Rohan Das')
    await page.unrouteAll()
    await save(page)
    await expect(page.getByText('Partner Updated Successfully!')).toBeVisible()
    expect(created).toHaveLength(1)
  })

  test('goes on saving when the answer is lost, and saves once', async ({
    signedIn: page,
    app,
  }) => {
    const partner = await aStoredPartner(app)
    const { id } = await openBooking(page, app)
    await page.route(
      `**/bookings/${id}`,
      async (route) => {
        // the server saves it, and its answer gets lost
        await route.fetch()
        await expect(dialog(page).getByRole('button', { name: 'Saving…' })).toBeVisible()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await edit(page)
    await pick(page, partner.name)
    await save(page)
    await expect(page.getByText('Partner Updated Successfully!')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    expect(await held(app, id)).toMatchObject({ partnerId: partner.id, version: 2 })
    await expect(page.getByRole('region', { name: 'Activity' }).getByRole('listitem')).toHaveCount(
      1,
    )
  })

  test('says when an existing partner could not be saved, or none fetched', async ({
    signedIn: page,
    app,
  }) => {
    const partner = await aStoredPartner(app)
    const booking = await openBooking(page, app)
    await page.route('**/partners?list=approved**', (route) => route.fulfill({ status: 400 }))
    await edit(page)
    await expect(dialog(page).getByText('Failed to fetch partners list.')).toBeVisible()
    await page.unrouteAll()
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await page.route(`**/bookings/${booking.id}`, (route) => route.abort())
    await pick(page, partner.name)
    await save(page)
    await expect(page.getByText('Error saving details. Please try again.')).toBeVisible()
    await expect(dialog(page)).toContainText(partner.name)
  })

  test('keeps what was entered when the dialog is left by Esc', async ({ signedIn: page, app }) => {
    await openBooking(page, app)
    await edit(page)
    await manual(page, { 'Partner name': 'Rohan Das' })
    await page.mouse.click(5, 5)
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await edit(page)
    await expect(dialog(page).getByLabel('Partner name')).toHaveValue('Rohan Das')
    await dialog(page).getByRole('button', { name: 'Start over' }).click()
    await dialog(page).getByText('Manual partner').click()
    await expect(dialog(page).getByLabel('Partner name')).toHaveValue('')
  })

  test('shows who changed the booking meanwhile, and goes on from there', async ({
    signedIn: page,
    app,
  }) => {
    test.slow()
    const partner = await aStoredPartner(app)
    const booking = await openBooking(page, app)
    await edit(page)
    await pick(page, partner.name)
    const { idToken } = await app.startSession()
    await fetch(`${app.url}/bookings/${booking.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...booking.json, partnerName: 'Meera Joshi', budget: 175000 }),
    })
    await save(page)
    const conflict = page.getByRole('dialog', { name: 'This booking has changed' })
    for (const text of ['asha.rao@mandap.example', booking.partnerName, 'Meera Joshi', '₹1,75,000'])
      await expect(conflict).toContainText(text)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await conflict.getByRole('button', { name: 'Continue from here' }).click()
    await expect(dialog(page)).toContainText('Meera Joshi is the planner now.')
    await expect(dialog(page)).toContainText(partner.name)
    await save(page)
    await expect(page.getByText('Partner Updated Successfully!')).toBeVisible()
    expect(await held(app, booking.id)).toMatchObject({
      partnerName: partner.name,
      budget: 175000,
      version: 3,
    })
  })

  test('corrects what the list had from the server, quietly', async ({ signedIn: page, app }) => {
    const booking = await openBooking(page, app)
    const { idToken } = await app.startSession()
    await fetch(`${app.url}/bookings/${booking.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...booking.json, location: 'Udaipur' }),
    })
    await page.reload()
    await expect(page.getByText('Udaipur')).toBeVisible()
  })
})

test('§2.16 says that order details are coming soon, with a button back to /requests', async ({
  signedIn: page,
}) => {
  await page.goto('/partner/order')
  await expect(page.getByText('coming soon')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to requests' })).toHaveAttribute(
    'href',
    '/requests',
  )
})
