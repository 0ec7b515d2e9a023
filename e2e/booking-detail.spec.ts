import { PLANNER_STATUSES } from '@mandap/domain/booking/planner-status.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, type App, test } from './testing/app.ts'
import { aStoredBooking, aStoredPartner, aStoredUser, ownNumbers } from './testing/records.ts'
import { seenAfter } from './testing/review.ts'

const DESKTOP = { width: 1440, height: 900 }
const SAVED = 'Partner Updated Successfully!'
const NOTHING_ENTERED = 'Please select a partner or fill in the manual details to save.'

/** Stores a booking and opens its detail from the list. */
async function openBooking(page: Page, app: App, given: JsonObject = {}) {
  const numberId = `${ownNumbers()}1`
  const booking = await aStoredBooking(app, { numberId, eventType: 'Reception', ...given })
  await page.goto(`/booking-details?numberId=${numberId}`)
  await page.getByRole('link', { name: numberId }).click()
  await expect(page.getByRole('heading', { name: 'Reception' })).toBeVisible()
  return booking
}

const addressOf = ({ id }: { id: string }) => `/booking-details/card?id=${id}`
const customerPanel = (page: Page) => page.getByRole('region', { name: 'Customer details' })
const planner = (page: Page) => page.getByRole('region', { name: 'Event planner details' })
const activity = (page: Page) => page.getByRole('region', { name: 'Activity' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit planner' })
const partnerName = (page: Page) => dialog(page).getByLabel('Partner name')
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click()

async function edit(page: Page) {
  await page.getByRole('button', { name: 'Edit planner' }).click()
  await expect(dialog(page)).toBeVisible()
}

async function pick(page: Page, name: string) {
  await dialog(page).getByRole('combobox', { name: 'Existing partner' }).fill(name)
  await page.getByRole('option', { name }).click()
}

async function manual(page: Page, fields: Record<string, string>) {
  await dialog(page).getByText('Manual partner').click()
  for (const [label, text] of Object.entries(fields))
    await dialog(page).getByLabel(label).fill(text)
}

/** Returns the booking as the server has it. */
async function fetched(app: App, id: string): Promise<JsonObject> {
  const { idToken } = await app.startSession()
  const headers = { authorization: `Bearer ${idToken}` }
  return (await (await fetch(`${app.url}/bookings/${id}`, { headers })).json()) as JsonObject
}

/** Changes the booking as another administrator's browser does. */
async function patch(app: App, { id, json }: Stored, change: JsonObject) {
  const { idToken } = await app.startSession()
  const headers = { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ ...json, ...change })
  const { status } = await fetch(`${app.url}/bookings/${id}`, { method: 'PATCH', headers, body })
  expect(status).toBe(200)
}

type Stored = Awaited<ReturnType<typeof aStoredBooking>>

test('§2.6 Booking detail shows a booking from the list, its customer and its planner', async ({
  signedIn: page,
  app,
}) => {
  const writes: string[] = []
  page.on('request', (request) => {
    // the presence on the screen is sent at any time
    if (request.method() !== 'GET' && !request.url().endsWith('/presence'))
      writes.push(request.url())
  })
  const user = await aStoredUser(app)
  const partner = await aStoredPartner(app)
  const booking = await openBooking(page, app, {
    userId: user.id,
    partnerId: partner.id,
    dateFrom: '2031-12-05T04:30:00.000Z',
    dateTo: '2031-12-06T16:30:00.000Z',
    budget: 1250000,
    location: 'Jaipur',
    transactionId: 'TXN77',
  })
  await test.step('shows the booking, its customer and its event planner', async () => {
    await expect(customerPanel(page)).toContainText(user.fullName)
    await expect(planner(page)).toContainText(partner.name)
    const times = ['5 Dec 2031, 10:00 am', '6 Dec 2031, 10:00 pm']
    for (const text of ['5–6 Dec 2031', ...times, '₹12,50,000', 'Jaipur', 'TXN77'])
      await expect(page.getByText(text, { exact: true })).toBeVisible()
  })
  await test.step('has a local status, upcoming by default, that is never sent', async () => {
    const status = page.getByLabel('Booking status')
    await expect(status).toHaveValue('upcoming')
    await expect(status.locator('option')).toHaveText([...PLANNER_STATUSES])
    await status.selectOption('completed')
    await expect(status).toHaveValue('completed')
    const local = page.getByRole('region', { name: 'Status on this screen' })
    await expect(local.getByRole('status')).toHaveText('Not saved: completed')
    expect(writes).toEqual([])
  })
  await test.step("shows the booking's own status, and who set it and when", async () => {
    const own = page.getByRole('region', { name: 'Booking', exact: true })
    await patch(app, booking, { status: 'visited' })
    await page.reload()
    await expect(own.getByText('Partner is Visited')).toBeVisible()
    await expect(own.getByText(`Set by ${ADMINISTRATOR.email}, `)).toBeVisible()
  })
  await test.step('shows the planner before the activity on a phone, in document order', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const titles = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(titles).toHaveText([
      'Booking',
      'Customer details',
      'Event planner details',
      'Status on this screen',
      'Activity',
    ])
    const tops = await titles.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    await page.setViewportSize(DESKTOP)
  })
  await test.step('navigation state comes before the address', async () => {
    const other = await aStoredBooking(app, { eventType: 'Haldi' })
    const state = { usr: { booking: other.json, from: null }, key: 'passed' }
    const url = addressOf(booking)
    await page.evaluate(([passed, to]) => history.replaceState(passed, '', to), [
      state,
      url,
    ] as const)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Haldi' })).toBeVisible()
    await expect(page).toHaveURL(addressOf(other))
  })
  await test.step('opened without a booking, leads to the list', async () => {
    await page.goto('/dashboard')
    await page.goto('/booking-details/card')
    await expect(page.getByText('No booking selected.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to Booking Details' }).click()
    await expect(page).toHaveURL('/booking-details')
  })
})

test('§2.6 Edit planner swaps the partner for an existing one', async ({ signedIn: page, app }) => {
  test.slow()
  const [first, second] = [await aStoredPartner(app), await aStoredPartner(app)]
  const booking = await openBooking(page, app)
  await edit(page)

  await test.step('needs a partner or manual details (§5.8)', async () => {
    await save(page)
    await expect(dialog(page).getByText(NOTHING_ENTERED)).toBeVisible()
  })
  await test.step('saves an existing partner', async () => {
    await pick(page, first.name)
    await expectAccessible(page)
    await seenAfter(page, SAVED, () => save(page))
    await expect(dialog(page)).toBeHidden()
    await expect(planner(page)).toContainText(first.name)
    await expect(activity(page).getByRole('listitem')).toHaveCount(1)
    expect(await fetched(app, booking.id)).toEqual({
      ...booking.json,
      version: 2,
      partnerId: first.id,
      partnerName: first.name,
      partnerMobile: first.mobileNo,
    })
  })
  await test.step('shows the new partner after a reload and in the list', async () => {
    await page.reload()
    await expect(planner(page)).toContainText(first.name)
    await page.getByRole('link', { name: 'Back to bookings' }).click()
    await expect(page.getByRole('article')).toContainText(first.name)
    await page.getByRole('link', { name: booking.numberId }).click()
  })
  await test.step('shows who changed the booking while the dialog was open, and replaces their planner', async () => {
    await edit(page)
    await pick(page, second.name)
    const meera = { partnerId: first.id, partnerName: 'Meera Joshi' }
    await patch(app, booking, { ...meera, budget: 175000 })
    await save(page)
    const conflict = page.getByRole('dialog', { name: 'This booking has changed' })
    for (const text of [ADMINISTRATOR.email, first.name, 'Meera Joshi', '₹1,75,000'])
      await expect(conflict).toContainText(text)
    await expect(conflict.getByText('Your choice', { exact: true })).toBeVisible()
    await expect(conflict.getByRole('button', { name: 'Keep Meera Joshi' })).toBeFocused()
    await expect(page.getByText('₹1,75,000').first()).toBeVisible()
    await expectAccessible(page)
    await seenAfter(page, SAVED, () =>
      conflict.getByRole('button', { name: `Replace Meera Joshi with ${second.name}` }).click(),
    )
    expect(await fetched(app, booking.id)).toMatchObject({
      partnerName: second.name,
      budget: 175000,
      version: 4,
    })
  })
})

test('§2.6 Edit planner suggests partners that fit, and is used by keyboard alone', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const days = { dateFrom: '2031-12-05T04:30:00.000Z', dateTo: '2031-12-07T16:30:00.000Z' }
  const place = { companyLocation: 'C-Scheme, Fitpur' }
  const works = (service: string) => ({ servicesSelected: [service] })
  // by name, the order would be the opposite
  const elsewhere = await aStoredPartner(app, { companyLocation: 'Farpur', ...works('Drone') })
  const busy = await aStoredPartner(app, { ...place, ...works('Catering') })
  const free = await aStoredPartner(app, { ...place, ...works('Catering'), name: 'Ojasvi Zz' })
  const reception = await aStoredBooking(app, {
    numberId: `${ownNumbers()}9`,
    eventType: 'Sangeet',
    status: 'confirmEvent',
    partnerId: busy.id,
    dateFrom: '2031-12-07T04:30:00.000Z',
    dateTo: null,
  })
  await openBooking(page, app, {
    ...days,
    location: 'Lake Palace, Fitpur',
    cateringEvent: 'event-1',
  })
  const field = dialog(page).getByRole('combobox', { name: 'Existing partner' })
  const saveButton = dialog(page).getByRole('button', { name: 'Save' })
  const option = (name: string) => dialog(page).getByRole('option', { name })

  await test.step('lists partners in the city, with the service and without another event first', async () => {
    await page.getByRole('button', { name: 'Edit planner' }).focus()
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await expect(dialog(page).getByRole('option').first()).toContainText(free.name)
    for (const text of ['Offers catering', 'In Fitpur', 'Free on these days'])
      await expect(option(free.name)).toContainText(text)
    await expect(option(busy.name)).toContainText('Has another event')
    await expectAccessible(page)
  })
  await test.step('keeps the buttons visible beside the suggestions, also on a phone', async () => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const hit = await saveButton.evaluate((button) => {
        const { x, y, width: w, height: h } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(x + w / 2, y + h / 2))
      })
      expect(hit).toBe(true)
    }
    await page.setViewportSize(DESKTOP)
  })
  await test.step('takes the first suggestion on Enter, even before it has loaded, and moves to Save', async () => {
    await page.keyboard.type(elsewhere.name)
    await page.keyboard.press('Enter')
    await expect(saveButton).toBeFocused()
    await expect(dialog(page)).toContainText(elsewhere.name)
  })
  await test.step('shows the reasons against the selected partner before Save', async () => {
    await expect(dialog(page)).toContainText('The booking is for catering.')
    await expect(dialog(page)).toContainText('The event is in Fitpur.')
    await expectAccessible(page)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await field.fill(busy.name)
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('has another event on these days')
    await expect(dialog(page).getByRole('link', { name: reception.numberId })).toBeVisible()
    await expect(saveButton).toHaveAccessibleDescription(/has another event on these days/)
  })
  await test.step('saves on the next Enter, and marks the double booking with a link', async () => {
    await expect(saveButton).toBeFocused()
    await seenAfter(page, SAVED, () => page.keyboard.press('Enter'))
    await expect(planner(page)).toContainText('has another event on these days')
    await page.setViewportSize({ width: 390, height: 844 })
    await planner(page).getByRole('link', { name: reception.numberId }).click()
    await expect(page.getByRole('heading', { name: 'Sangeet' })).toBeInViewport()
    await expect(page.getByRole('main')).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await expect(planner(page).getByRole('link', { name: 'Reception' })).toBeVisible()
    await expectAccessible(page)
    await page.goBack()
    await expect(planner(page).getByRole('link', { name: 'Sangeet' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test('§2.6 Edit planner swaps the partner for a manual one', async ({ signedIn: page, app }) => {
  test.slow()
  const created: string[] = []
  page.on('request', (request) => request.method() === 'POST' && created.push(request.url()))
  const booking = await openBooking(page, app)
  await edit(page)

  await test.step('says what is wrong in each field, and that the name is missing (§5.8)', async () => {
    await manual(page, { 'Company e-mail': 'office@', 'Company number': '12' })
    await expect(dialog(page).locator('[required]')).toHaveCount(1)
    await expect(partnerName(page)).toHaveAttribute('required')
    await save(page)
    await expect(dialog(page).getByText(NOTHING_ENTERED)).toBeVisible()
    await expect(dialog(page).getByText("Enter the partner's name.")).toBeVisible()
    await expect(partnerName(page)).toBeFocused()
    await expect(dialog(page).getByText('Enter a phone number of 6 to 15 digits')).toBeVisible()
    await expect(dialog(page).getByText('Enter an e-mail address')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('keeps the details when the dialog is closed, until Start over', async () => {
    await partnerName(page).fill('Rohan Das')
    await page.mouse.click(5, 5)
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await edit(page)
    await expect(partnerName(page)).toHaveValue('Rohan Das')
    await dialog(page).getByRole('button', { name: 'Start over' }).click()
    await dialog(page).getByText('Manual partner').click()
    await expect(partnerName(page)).toHaveValue('')
  })
  await test.step('saves, and creates one manual partner', async () => {
    await manual(page, {
      'Partner name': 'Rohan Das',
      'Company name': 'Das & Sons',
      'Company location': 'Kolkata',
      'Company number': '033 2345 6789',
      'Personal number': '1800 209 1234',
      'Company e-mail': 'office@das.example',
    })
    await seenAfter(page, SAVED, () => save(page))
    expect(created).toHaveLength(1)
    const details = ['Das & Sons', 'Kolkata', '1800 209 1234', 'office@das.example']
    for (const text of ['Rohan Das', ...details]) await expect(planner(page)).toContainText(text)
    expect(await fetched(app, booking.id)).toMatchObject({
      partnerName: 'Rohan Das',
      partnerMobile: '1800 209 1234',
    })
  })
})
