import { LOADERS } from '@mandap/console/testing/loaders.ts'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { type JsonObject, readText } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, type App, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredPartner } from './testing/records.ts'
import { seenAfter } from './testing/review.ts'
import { forgetAttempts, turnOnSuperAdmin } from './testing/super-admin.ts'

interface List {
  path: string
  title: string
  subtitle: string
  placeholder: string
  /** What makes a partner belong to the list. */
  given: JsonObject
  opens: string
  /** Returns the empty text for a search, or without one. */
  empty: (search: string) => string
  found: (count: number, search: string) => string
}

const WORDS = 'Name, e-mail, phone, company or location'
const DESKTOP = { width: 1440, height: 900 }
const counted = (count: number) => (count === 1 ? '1 partner' : `${count} partners`)

const APPROVED: List = {
  path: '/partner-details',
  title: 'Approved Partners',
  subtitle: 'Verified partners and their bookings',
  placeholder: WORDS,
  given: { status: 'approved' },
  opens: 'View bookings',
  empty: () => 'No approved partners found.',
  found: counted,
}

const GST: List = {
  path: '/gst-requests',
  title: 'GST Requests',
  subtitle: 'Partners who have no GST number',
  placeholder: WORDS,
  given: { status: 'pending', NoGST: 'true' },
  opens: 'View request',
  empty: () => 'No GST requests found.',
  found: (count) => (count === 1 ? '1 GST request' : `${count} GST requests`),
}

const IN_PROGRESS: List = {
  path: '/inprogress-partners',
  title: 'In Progress Partners',
  subtitle: 'Partners with an incomplete registration',
  placeholder: WORDS,
  given: { status: '', aadharNo: '' },
  opens: 'View registration',
  empty: () => 'No partners in progress found.',
  found: counted,
}

const GUESTS: List = {
  path: '/guest-partners',
  title: 'Guest Partners',
  subtitle: 'Partners with Guest status who are approved',
  placeholder: 'Search by name, mobile, email, company, or location...',
  given: { status: 'approved', companyEmail: 'Guest' },
  opens: 'View bookings',
  empty: (search) =>
    search === '' ? 'No guest partners found.' : `No guest partners found matching "${search}".`,
  found: (count, search) =>
    search === ''
      ? `${count} guest partners`
      : `Found ${count} guest partner(s) matching "${search}"`,
}

const cards = (page: Page) => page.getByRole('article')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search partners' })
const deleteButtons = (page: Page) => page.getByRole('button', { name: /^Delete/ })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete Partner' })
const email = (page: Page) => dialog(page).getByLabel('Partner email')
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Delete', exact: true })
const emailOf = ({ json }: { json: JsonObject }) => readText(json['personalEmail'])

/** Returns a company name that no other partner has. */
const ownCompany = () => `Zarokha ${crypto.randomUUID()}`

/** Stores two partners of a list, the first before the second, whose company only an outsider has too. */
async function twoOf(app: App, { given }: List) {
  const companyName = ownCompany()
  const named = (name: string) =>
    aStoredPartner(app, { ...given, companyName, name: `${companyName} ${name}` })
  const [first, second] = [await named('First'), await named('Second')]
  await aStoredPartner(app, { companyName, status: 'RKYC', noGST: 'false' })
  return { companyName, first, second }
}

/** Expects the texts above a list, and no delete buttons for an administrator. */
async function expectHead(page: Page, list: List) {
  await test.step('has its heading, subtitle and placeholder', async () => {
    await expect(cards(page).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: list.title, level: 1 })).toBeVisible()
    await expect(page.getByText(list.subtitle, { exact: true })).toBeVisible()
    await expect(page.getByPlaceholder(list.placeholder)).toBeVisible()
  })
  await test.step('has no delete buttons for an administrator', () =>
    expect(deleteButtons(page)).toHaveCount(0))
}

type Stored = Awaited<ReturnType<typeof twoOf>>

/** Searches for the two partners, opens the second, goes back, and searches for nobody. */
async function searchAndOpen(page: Page, list: List, { companyName, first, second }: Stored) {
  const typed = companyName.toUpperCase()
  await test.step('lists and counts the partners of the list that match the search (§5.5)', async () => {
    await search(page).fill(typed)
    await expect(cards(page).getByRole('heading')).toHaveText([first.name, second.name])
    await expect(page.getByText(list.found(2, typed), { exact: true })).toBeVisible()
    expect(new URLSearchParams(new URL(page.url()).hash.slice(2)).get('search')).toBe(typed)
  })
  await test.step('opens the detail by a click anywhere on a card', async () => {
    await cards(page)
      .last()
      .click({ position: { x: 24, y: 24 } })
    await expect(page).toHaveURL(`${list.path}/${second.id}`)
  })
  await test.step('restores the search and the focus on Back', async () => {
    await page.goBack()
    await expect(search(page)).toHaveValue(typed)
    await expect(cards(page)).toHaveCount(2)
    await expect(page.getByRole('link', { name: `${list.opens} of ${second.name}` })).toBeFocused()
  })
  await test.step('says that nobody matches', async () => {
    await search(page).fill('nobody of this name')
    await expect(page.getByText(list.empty('nobody of this name'), { exact: true })).toBeVisible()
  })
}

/** Deletes the first of two guests as a Super Admin. */
async function deleteGuest(page: Page, { companyName, first, second }: Stored) {
  await turnOnSuperAdmin(page)
  await search(page).fill(companyName)
  await page.getByRole('button', { name: `Delete ${first.name}` }).click()
  await email(page).fill(emailOf(first))
  await failToDeleteGuest(page)
  await seenAfter(page, 'Partner deleted successfully!', () => confirm(page).click())
  await expect(cards(page).getByRole('heading')).toHaveText([second.name])
  await expect(page.getByText(GUESTS.found(1, companyName), { exact: true })).toBeVisible()
}

/** Confirms a deletion that the server refuses, and then does not receive. */
async function failToDeleteGuest(page: Page) {
  await test.step('says nothing when the server refuses the deletion (§8)', async () => {
    await page.route('**/partners/*', (route) => route.fulfill({ status: 500, json: {} }))
    const answered = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await confirm(page).click()
    await answered
    await expect(confirm(page)).toBeEnabled()
    await expect(page.getByText(/delete partner\./)).toHaveCount(0)
    await expect(email(page)).not.toHaveValue('')
  })
  await test.step('says that the deletion did not reach the server (§8)', async () => {
    await page.route('**/partners/*', (route) => route.abort())
    await seenAfter(page, 'Error deleting partner. Please try again.', () => confirm(page).click())
    await page.unrouteAll()
  })
}

test.beforeEach(({ app }) => forgetAttempts(app))

test('§2.12 Approved Partners lists partners, searches them, and opens one', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const stored = await twoOf(app, APPROVED)
  await page.goto(APPROVED.path)
  await expectHead(page, APPROVED)

  await searchAndOpen(page, APPROVED, stored)
  await expectAccessible(page)

  await test.step('clears the search from the empty list', async () => {
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect(page).toHaveURL(APPROVED.path)
    await expect(search(page)).toHaveValue('')
    await expect(cards(page).nth(2)).toBeVisible()
  })
  await test.step('restores the search from the URL on reload, and clears it from the field', async () => {
    await search(page).fill(stored.companyName)
    await expect(page).toHaveURL(/search=/)
    await page.reload()
    await expect(search(page)).toHaveValue(stored.companyName)
    await expect(cards(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(page).toHaveURL(APPROVED.path)
    await expect(search(page)).toBeFocused()
    await expect(cards(page).nth(2)).toBeVisible()
  })
  await test.step('calls a phone number on a card instead of opening the card', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await search(page).fill(stored.first.name)
    await expect(cards(page)).toHaveCount(1)
    const phone = cards(page).getByRole('link', { name: '9876501234' })
    await expect(phone).toHaveAttribute('href', 'tel:9876501234')
    expect(await phone.evaluate(linkAtCentre)).toBe('tel:9876501234')
  })
  await test.step('leads back to the dashboard', async () => {
    await page.getByRole('link', { name: 'Back to dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})

/** Returns the address of the link that a press on the centre of an element follows. */
function linkAtCentre(element: Element) {
  const { x, y, width, height } = element.getBoundingClientRect()
  return document
    .elementFromPoint(x + width / 2, y + height / 2)
    ?.closest('a')
    ?.getAttribute('href')
}

test('a long list loads a part that failed on Try again, and a Super Admin deletes from it (§5.9)', async ({
  signedIn: page,
  app,
}) => {
  test.slow()
  const { companyName, first, second } = await twoOf(app, APPROVED)
  await page.route(/list=approved/, (route) => {
    const request = route.request()
    // a later part is requested by the last record of the one before it, if that has arrived, and otherwise by its number
    const isFirst = !/skip=|after=/.test(`${request.url()} ${request.headers()['x-query']}`)
    if (isFirst) return route.fallback()
    return route.fulfill({ status: 400, json: { error: { code: 'BROKEN', message: 'Broken.' } } })
  })
  await page.goto(APPROVED.path)
  await test.step('loads a part that failed on Try again (§8)', async () => {
    await expect(cards(page).first()).toBeVisible()
    await page.keyboard.press('End')
    const notice = page.getByRole('alert').filter({ hasText: 'Some partners could not be loaded.' })
    await expect(notice).toBeVisible()
    await page.unrouteAll()
    await notice.getByRole('button', { name: 'Try again' }).click()
    await expect(notice).toBeHidden()
    await expect(cards(page).last()).toBeVisible()
  })
  await test.step('moves the next card, and the focus, to the place of a deleted card', async () => {
    await page.keyboard.press('Home')
    await expect(page.locator('[aria-posinset="1"]')).toBeInViewport()
    await turnOnSuperAdmin(page)
    const shown = page.locator('[aria-posinset="40"]')
    await page.mouse.move(700, 600)
    await page.mouse.wheel(0, 2200)
    await expect(shown.getByRole('article')).toBeInViewport()
    const name = (await shown.getByRole('heading').textContent()) ?? ''
    const next =
      (await page.locator('[aria-posinset="41"]').getByRole('heading').textContent()) ?? ''
    const total = Number(await shown.getAttribute('aria-setsize'))
    await shown.getByRole('button', { name: `Delete ${name}` }).click()
    const phrase = (await dialog(page).locator('b').textContent()) ?? ''
    await email(page).fill(phrase)
    await email(page).press('Enter')
    await expect(dialog(page)).toBeHidden()
    await expect(shown.getByRole('heading')).toHaveText(next)
    await expect(shown).toHaveAttribute('aria-setsize', String(total - 1))
    await expect(page.getByText(`${total - 1} partners`, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: `Delete ${next}` })).toBeFocused()
  })
  await navigate(page, `${APPROVED.path}?search=${encodeURIComponent(companyName)}`)
  await page.getByRole('button', { name: `Delete ${second.name}` }).click()
  await test.step('the card of a deleted partner leaves, and the focus moves to the next card', async () => {
    await email(page).fill(emailOf(second))
    await seenAfter(page, 'Partner deleted successfully!', () => confirm(page).click())
    await expect(dialog(page)).toBeHidden()
    await expect(cards(page).getByRole('heading')).toHaveText([first.name])
    await expect(page.getByText(APPROVED.found(1, companyName), { exact: true })).toBeVisible()
    await expect(
      page.getByRole('link', { name: `${APPROVED.opens} of ${first.name}` }),
    ).toBeFocused()
  })
  await test.step('the focus moves to the count when the list is empty', async () => {
    await page.getByRole('button', { name: `Delete ${first.name}` }).click()
    await email(page).fill(emailOf(first))
    await email(page).press('Enter')
    await expect(page.getByText(APPROVED.empty(companyName), { exact: true })).toBeVisible()
    await expect(page.getByText(APPROVED.found(0, companyName), { exact: true })).toBeFocused()
    expect(await deletedBy(app, first.id)).toBe('Super Admin')
  })
})

/** Returns `deletedBy` of a deleted partner. */
async function deletedBy({ db }: App, id: string) {
  const { deleted_by: by } = await db
    .selectFrom('deleted_partner')
    .select('deleted_by')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return by
}

test('§2.13 GST Requests lists requests with their statuses, and deletes none', async ({
  signedIn: page,
  app,
}) => {
  const stored = await twoOf(app, GST)
  const companyName = ownCompany()
  const labels = {
    approved: 'Approved',
    pending: 'Pending',
    decline: 'Declined',
    AKYC: 'KYC approved',
  }
  for (const status of Object.keys(labels))
    await aStoredPartner(app, { name: status, companyName, status, NOGST: true })
  await page.goto(GST.path)
  await expectHead(page, GST)
  await searchAndOpen(page, GST, stored)
  await test.step('shows the status of each request', async () => {
    await search(page).fill(companyName)
    await expect(cards(page)).toHaveCount(4)
    for (const [status, label] of Object.entries(labels)) {
      const request = cards(page).filter({
        has: page.getByRole('heading', { name: status, exact: true }),
      })
      await expect(request.getByText(label, { exact: true })).toBeVisible()
    }
  })
  await test.step('has no delete buttons for a Super Admin', async () => {
    await turnOnSuperAdmin(page)
    await expect(cards(page)).toHaveCount(4)
    await expect(deleteButtons(page)).toHaveCount(0)
  })
})

test('§2.14 In Progress Partners lists partners with their services and missing items', async ({
  signedIn: page,
  app,
}) => {
  const stored = await twoOf(app, IN_PROGRESS)
  const companyName = ownCompany()
  const servicesSelected = ['Catering', 'Photography', 'Mehendi', 'Decoration']
  await aStoredPartner(app, { companyName, servicesSelected, name: '', latitude: null })
  const contact = { personalEmail: '', mobileNo: '', aadharNo: '' }
  await aStoredPartner(app, { companyName, servicesSelected: [], ...contact })
  await page.goto(IN_PROGRESS.path)
  await expectHead(page, IN_PROGRESS)
  await searchAndOpen(page, IN_PROGRESS, stored)
  await test.step('names the first 2 services, how many more, and each missing item', async () => {
    await search(page).fill(companyName)
    await expect(cards(page)).toHaveCount(2)
    const listed = (label: string) => ({
      on: (card: ReturnType<typeof cards>) =>
        card.getByRole('list', { name: label }).getByRole('listitem'),
    })
    const [nameless, idle] = [cards(page).first(), cards(page).last()]
    await expect(listed('Services').on(nameless)).toHaveText(['Catering', 'Photography', '+2 more'])
    await expect(listed('Missing').on(nameless)).toHaveText(['Missing: Name', 'Missing: Latitude'])
    await expect(listed('Services').on(idle)).toHaveCount(0)
    const missing = ['E-mail', 'Mobile', 'Aadhar Number', 'Services'].map(
      (item) => `Missing: ${item}`,
    )
    await expect(listed('Missing').on(idle)).toHaveText(missing)
  })
})

test('§2.15 Guest Partners lists guests in a grid of 1 to 4 columns', async ({
  signedIn: page,
  app,
}) => {
  const stored = await twoOf(app, GUESTS)
  const nothing = { companyName: '', companyLocation: '', personalEmail: '' }
  // the search finds a text anywhere in a name
  const name = `Bare ${crypto.randomUUID()}`
  const bare = await aStoredPartner(app, { ...GUESTS.given, ...nothing, name })
  const held = Promise.withResolvers<void>()
  // the second route would hide the failure of the first
  await page.route('**/partners?list=guest*', async (route) => {
    await held.promise
    await route.fallback()
  })
  await page.goto('/dashboard')
  await navigate(page, GUESTS.path)
  await test.step('shows three bouncing dots while the list loads', async () => {
    await expect(page.locator(LOADERS.threeDots)).toHaveCount(3)
    held.resolve()
    await expect(cards(page).first()).toBeVisible()
  })
  await test.step('has 1 to 4 columns', async () => {
    const columns = () =>
      cards(page).evaluateAll(
        (all) => new Set(all.map((card) => card.getBoundingClientRect().x)).size,
      )
    for (const [width, count] of [
      [390, 1],
      [820, 2],
      [1440, 4],
      [2560, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(columns, `columns at ${width}`).toBe(count)
    }
  })
  await page.setViewportSize(DESKTOP)
  await test.step('says that the list failed beside its empty text, and loads it on Try again (§8)', async () => {
    await page.route('**/partners?list=*', (route) =>
      route.fulfill({ status: 400, json: { error: { code: 'BROKEN', message: 'Broken.' } } }),
    )
    await page.goto(GUESTS.path)
    await expect(page.getByText(GUESTS.empty(''), { exact: true })).toBeVisible()
    await expect(page.getByText('Failed to fetch partners list.', { exact: true })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page).first()).toBeVisible()
  })
  await expectHead(page, GUESTS)
  await searchAndOpen(page, GUESTS, stored)
  await test.step('shows the email only when present, and Not Available for an empty company or location', async () => {
    await search(page).fill(bare.name)
    await expect(cards(page)).toHaveCount(1)
    const detail = (term: string) =>
      cards(page).getByRole('term').filter({ hasText: term }).locator('+ dd')
    await expect(detail('Mobile')).toHaveText('9876501234')
    await expect(detail('Email')).toHaveCount(0)
    await expect(detail('Company')).toHaveText('Not Available')
    await expect(detail('Location')).toHaveText('Not Available')
    await expect(cards(page)).toContainText('Guest')
  })
  await test.step('lets a Super Admin delete a guest (§5.9)', () => deleteGuest(page, stored))
})

test('on a plain host the lists of partners are searched and deleted from', async ({ page }) => {
  const [zoya, ...others] = [
    partnerJson({ name: 'Zoya Khan', companyLocation: 'Jaipur', ...APPROVED.given }),
    partnerJson({ name: 'Ananya Iyer', companyLocation: 'Jaipur', ...GUESTS.given }),
    partnerJson({ name: 'Bela Shah', companyLocation: 'Jaipur', ...GST.given }),
    partnerJson({ name: 'Chitra Rao', companyLocation: 'Jaipur', ...IN_PROGRESS.given }),
    partnerJson({ name: 'Ananya Elsewhere', companyLocation: 'Pune', ...GUESTS.given }),
    partnerJson({ name: 'Arjun Bose', companyLocation: 'Jaipur', status: 'RKYC' }),
  ]
  const { host, open, close } = await plainConsole(page, [zoya, ...others], { superAdmin: true })
  await open(APPROVED.path)
  await expect(cards(page)).toHaveCount(3)
  for (const [list, names] of [
    [APPROVED, ['Ananya Iyer', 'Zoya Khan']],
    [GST, ['Bela Shah']],
    [IN_PROGRESS, ['Chitra Rao']],
    [GUESTS, ['Ananya Iyer']],
  ] as const)
    await test.step(`${list.title} lists its partners that match the search`, async () => {
      await navigate(page, list.path)
      await search(page).fill('udaipur')
      await expect(page.getByText(list.empty('udaipur'), { exact: true })).toBeVisible()
      await search(page).fill('jaipur')
      await expect(cards(page).getByRole('heading')).toHaveText(names)
    })
  await test.step('a deletion is sent with deletedBy Super Admin, and the card leaves', async () => {
    await navigate(page, APPROVED.path)
    await page.getByRole('button', { name: 'Delete Zoya Khan' }).click()
    await email(page).fill(readText(zoya['personalEmail']))
    await confirm(page).click()
    await expect(cards(page).getByRole('heading')).toHaveText(['Ananya Elsewhere', 'Ananya Iyer'])
    expect(host.calls.find(({ method }) => method === 'DELETE')?.body).toEqual({
      deletedBy: 'Super Admin',
    })
  })
  await close()
})
