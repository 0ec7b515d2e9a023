import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { type JsonObject, readText } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, type App, test } from './testing/app.ts'
import { plainConsole } from './testing/plain-console.ts'
import { aStoredPartner } from './testing/records.ts'
import { forgetTries, turnOnSuperAdmin } from './testing/super-admin.ts'

interface List {
  section: string
  path: string
  title: string
  subtitle: string
  placeholder: string
  /** What makes a partner one of the list. */
  given: JsonObject
  opens: string
  /** The empty text, under a search or, with '', at all. */
  empty: (search: string) => string
  found: (count: number, search: string) => string
  isDeletable: boolean
}

const FAILURE = 'Failed to fetch partners list.'
const WORDS = 'Name, e-mail, phone, company or location'
const counted = (count: number) => (count === 1 ? '1 partner' : `${count} partners`)

const LISTS: readonly List[] = [
  {
    section: '§2.12 Approved partners',
    path: '/partner-details',
    title: 'Approved Partners',
    subtitle: 'Verified partners and their bookings',
    placeholder: WORDS,
    given: { status: 'approved' },
    opens: 'View bookings',
    empty: () => 'No approved partners found.',
    found: counted,
    isDeletable: true,
  },
  {
    section: '§2.13 GST requests',
    path: '/gst-requests',
    title: 'GST Requests',
    subtitle: 'Partners who have no GST number',
    placeholder: WORDS,
    given: { status: 'pending', NoGST: 'true' },
    opens: 'View request',
    empty: () => 'No GST requests found.',
    found: (count) => (count === 1 ? '1 GST request' : `${count} GST requests`),
    isDeletable: false,
  },
  {
    section: '§2.14 In-progress partners',
    path: '/inprogress-partners',
    title: 'In Progress Partners',
    subtitle: 'Partners with an incomplete registration',
    placeholder: WORDS,
    given: { status: '', aadharNo: '' },
    opens: 'View registration',
    empty: () => 'No partners in progress found.',
    found: counted,
    isDeletable: true,
  },
  {
    section: '§2.15 Guest partners',
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
    isDeletable: true,
  },
]

const cards = (page: Page) => page.getByRole('article')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search partners' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete Partner' })
const addressOf = ({ path }: List, text: string) => `${path}?search=${encodeURIComponent(text)}`
const heading = (page: Page, { title }: List) =>
  page.getByRole('heading', { name: title, level: 1 })

/** A list that failed says so beside its empty text (§8). */
async function expectFailure(page: Page, { empty }: List) {
  await expect(page.getByText(empty(''), { exact: true })).toBeVisible()
  await expect(page.getByText(FAILURE, { exact: true })).toBeVisible()
}

/** Two partners of a list, the first before the second, whose company no other partner has. */
async function twoOf(app: App, { given }: List) {
  const companyName = `Zarokha ${crypto.randomUUID()}`
  const first = await aStoredPartner(app, { ...given, companyName, name: `${companyName} First` })
  const second = await aStoredPartner(app, {
    ...given,
    companyName,
    name: `${companyName} Second`,
  })
  return { companyName, first, second }
}

for (const list of LISTS)
  test.describe(list.section, () => {
    test('has its heading, its cards and a way back, and is accessible', async ({
      signedIn: page,
      app,
    }) => {
      test.slow()
      await twoOf(app, list)
      await page.goto(list.path)
      await expect(heading(page, list)).toBeVisible()
      await expect(page.getByText(list.subtitle, { exact: true })).toBeVisible()
      await expect(page.getByPlaceholder(list.placeholder)).toBeVisible()
      await expect(cards(page).first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Delete', exact: false })).toHaveCount(0)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Back to dashboard' }).click()
      await expect(page).toHaveURL('/dashboard')
    })

    test('its search stands in the URL and in what is listed (§5.5)', async ({
      signedIn: page,
      app,
    }) => {
      const { companyName, first, second } = await twoOf(app, list)
      const outsider = await aStoredPartner(app, {
        companyName,
        status: 'RKYC',
        noGST: 'false',
      })
      await page.goto(list.path)
      await search(page).fill(companyName.toUpperCase())
      await expect(cards(page)).toHaveCount(2)
      await expect(page.getByRole('status').filter({ hasText: '2' })).toHaveText(
        list.found(2, companyName.toUpperCase()),
      )
      await expect(cards(page).getByRole('heading')).toHaveText([first.name, second.name])
      await expect(cards(page).filter({ hasText: outsider.name })).toHaveCount(0)
      expect(new URL(page.url()).searchParams.get('search')).toBe(companyName.toUpperCase())
      await page.reload()
      await expect(search(page)).toHaveValue(companyName.toUpperCase())
      await expect(cards(page)).toHaveCount(2)
      await page.getByRole('button', { name: 'Clear search' }).click()
      await expect(page).toHaveURL(list.path)
      await expect(search(page)).toBeFocused()
      await expect(cards(page).nth(2)).toBeVisible()
    })

    test('when nothing matches says so, and takes the search away', async ({ signedIn: page }) => {
      await page.goto(`${list.path}?search=nobody+of+this+name`)
      await expect(page.getByText(list.empty('nobody of this name'), { exact: true })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Clear search' }).last().click()
      await expect(page).toHaveURL(list.path)
      await expect(search(page)).toHaveValue('')
      await expect(cards(page).first()).toBeVisible()
    })

    test('a card opens its detail; back finds the search and the focus as they were', async ({
      signedIn: page,
      app,
    }) => {
      const { companyName, second } = await twoOf(app, list)
      await page.goto(list.path)
      await search(page).fill(companyName)
      // anywhere on the card
      await expect(cards(page)).toHaveCount(2)
      await cards(page)
        .last()
        .click({ position: { x: 24, y: 24 } })
      await expect(page).toHaveURL(`${list.path}/${second.id}`)
      await page.goBack()
      await expect(search(page)).toHaveValue(companyName)
      await expect(cards(page)).toHaveCount(2)
      const link = page.getByRole('link', { name: `${list.opens} of ${second.name}` })
      await expect(link).toBeFocused()
    })

    test('a phone number on a card calls it, and opens nothing', async ({
      signedIn: page,
      app,
    }) => {
      const { first } = await twoOf(app, list)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(addressOf(list, first.name))
      const phone = cards(page).getByRole('link', { name: '9876501234' })
      await expect(phone).toHaveAttribute('href', 'tel:9876501234')
      const { x, y, width, height } = (await phone.boundingBox()) ?? {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
      }
      const hit = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left, top)?.closest('a')?.getAttribute('href'),
        [x + width / 2, y + height / 2] as const,
      )
      expect(hit).toBe('tel:9876501234')
    })

    test('a list that cannot be fetched says so, and is there once it can be (§8)', async ({
      signedIn: page,
    }) => {
      await page.route('**/partners?list=*', (route) =>
        route.fulfill({ status: 400, json: { error: { code: 'BROKEN', message: 'Broken.' } } }),
      )
      await page.goto(list.path)
      await expectFailure(page, list)
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(cards(page).first()).toBeVisible()
    })
  })

for (const list of LISTS.filter(({ isDeletable }) => isDeletable))
  test.describe(`${list.section}: deletion by a Super Admin (§5.9)`, () => {
    test.beforeEach(({ app }) => forgetTries(app))

    test('needs the e-mail typed; the card leaves at once, and the focus stays in the list', async ({
      signedIn: page,
      app,
    }) => {
      const { companyName, first, second } = await twoOf(app, list)
      await page.goto(addressOf(list, companyName))
      await expect(cards(page)).toHaveCount(2)
      await turnOnSuperAdmin(page)

      await page.getByRole('button', { name: `Delete ${second.name}` }).click()
      const email = dialog(page).getByLabel('Partner email')
      const confirm = dialog(page).getByRole('button', { name: 'Delete', exact: true })
      await expect(email).toBeFocused()
      await expect(confirm).toBeDisabled()
      await expect(confirm).toHaveAccessibleDescription(
        'Please enter the partner email to confirm deletion.',
      )
      await email.fill('somebody@else.example')
      await email.press('Enter')
      await expect(email).toHaveAccessibleDescription(
        "Email confirmation doesn't match. Please enter the exact partner email.",
      )
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: `Delete ${second.name}` }).click()
      await expect(email).toHaveValue('')

      await email.fill(readText(second.json['personalEmail']).toUpperCase())
      await confirm.click()
      await expect(dialog(page)).toBeHidden()
      await expect(page.getByText('Partner deleted successfully!')).toBeVisible()
      await expect(cards(page).getByRole('heading')).toHaveText([first.name])
      await expect(page.getByText(list.found(1, companyName), { exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: `${list.opens} of ${first.name}` })).toBeFocused()

      await page.getByRole('button', { name: `Delete ${first.name}` }).click()
      await email.fill(readText(first.json['personalEmail']))
      await email.press('Enter')
      await expect(page.getByText(list.empty(companyName), { exact: true })).toBeVisible()
      await expect(page.getByText(list.found(0, companyName), { exact: true })).toBeFocused()
      expect(await deletedBy(app, first.id)).toBe('Super Admin')
    })

    test('what fails leaves the dialog open with what was typed (§8)', async ({
      signedIn: page,
      app,
    }) => {
      const {
        first: { name, json },
      } = await twoOf(app, list)
      await page.goto(addressOf(list, name))
      await expect(cards(page)).toHaveCount(1)
      await turnOnSuperAdmin(page)
      await page.getByRole('button', { name: `Delete ${name}` }).click()
      const email = dialog(page).getByLabel('Partner email')
      await email.fill(readText(json['personalEmail']))

      let answered = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
      await page.route('**/partners/*', (route) => route.fulfill({ status: 500, json: {} }))
      await email.press('Enter')
      await answered
      const isSilent = list.path === '/guest-partners'
      if (!isSilent)
        await expect(page.getByText('Failed to delete partner. Please try again.')).toBeVisible()
      await expect(dialog(page).getByRole('button', { name: 'Delete', exact: true })).toBeEnabled()
      if (isSilent) await expect(page.getByText(/delete partner\./)).toHaveCount(0)
      await expect(email).toHaveValue(readText(json['personalEmail']))

      await page.route('**/partners/*', (route) => route.abort())
      await email.press('Enter')
      await expect(page.getByText('Error deleting partner. Please try again.')).toBeVisible()
      await page.unrouteAll()
      answered = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
      await email.press('Enter')
      expect((await answered).status()).toBe(200)
      await expect(cards(page)).toHaveCount(0)
    })
  })

test('§2.13: a GST request has no delete control, also for a Super Admin', async ({
  signedIn: page,
  app,
}) => {
  await forgetTries(app)
  await page.goto('/gst-requests')
  await turnOnSuperAdmin(page)
  await expect(cards(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
})

test('§2.13: status badges are approved green, pending yellow, decline red, other blue', async ({
  signedIn: page,
  app,
}) => {
  const companyName = `Zarokha ${crypto.randomUUID()}`
  const tones = { approved: 'positive', pending: 'warning', decline: 'negative', AKYC: 'info' }
  for (const status of Object.keys(tones))
    await aStoredPartner(app, { name: status, companyName, status, NOGST: true })
  await page.goto(`/gst-requests?search=${encodeURIComponent(companyName)}`)
  await expect(cards(page)).toHaveCount(4)
  for (const [status, tone] of Object.entries(tones)) {
    const badge = cards(page).filter({ has: page.getByRole('heading', { name: status }) })
    await expect(badge.locator(`.bg-${tone}-soft`)).toHaveCount(1)
  }
})

test('§2.14: a card names the first 2 services, how many more, and each missing item', async ({
  signedIn: page,
  app,
}) => {
  const companyName = `Zarokha ${crypto.randomUUID()}`
  const servicesSelected = ['Catering', 'Photography', 'Mehendi', 'Decoration']
  await aStoredPartner(app, { companyName, servicesSelected, name: '', latitude: null })
  await aStoredPartner(app, {
    companyName,
    servicesSelected: [],
    personalEmail: '',
    mobileNo: '',
    aadharNo: '',
  })
  await page.goto(`/inprogress-partners?search=${encodeURIComponent(companyName)}`)
  await expect(cards(page)).toHaveCount(2)
  const [nameless, idle] = [cards(page).first(), cards(page).last()]
  const items = (label: string) => ({
    of: (card: typeof idle) => card.getByRole('list', { name: label }).getByRole('listitem'),
  })
  await expect(items('Services').of(nameless)).toHaveText(['Catering', 'Photography', '+2 more'])
  await expect(items('Missing').of(nameless)).toHaveText(['Name', 'Latitude'])
  await expect(items('Services').of(idle)).toHaveCount(0)
  await expect(items('Missing').of(idle)).toHaveText([
    'Email',
    'Mobile',
    'Aadhar Number',
    'Services',
  ])
})

test('§2.15: a guest card shows the e-mail only when present, company and location otherwise named', async ({
  signedIn: page,
  app,
}) => {
  const guest = { status: 'approved', companyEmail: 'Guest' }
  const { name } = await aStoredPartner(app, {
    ...guest,
    companyName: '',
    companyLocation: '',
    personalEmail: '',
  })
  await page.goto(`/guest-partners?search=${encodeURIComponent(name)}`)
  await expect(cards(page)).toHaveCount(1)
  const indexFields = (term: string) =>
    cards(page).getByRole('term').filter({ hasText: term }).locator('+ dd')
  await expect(indexFields('Mobile')).toHaveText('9876501234')
  await expect(indexFields('Email')).toHaveCount(0)
  await expect(indexFields('Company')).toHaveText('Not Available')
  await expect(indexFields('Location')).toHaveText('Not Available')
  await expect(cards(page)).toContainText('Guest')
})

test('§2.15: loading shows three bouncing dots; the grid has 1 to 4 columns', async ({
  signedIn: page,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/partners?list=guest*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/guest-partners')
  await expect(page.locator('.animate-bounce-dot')).toHaveCount(3)
  held.resolve()
  await expect(cards(page).first()).toBeVisible()
  for (const [width, columns] of [
    [390, 1],
    [820, 2],
    [1440, 4],
    [2560, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(async () => {
        const boxes = await Promise.all((await cards(page).all()).map((card) => card.boundingBox()))
        return new Set(boxes.map((box) => box?.x)).size
      }, `columns at ${width}`)
      .toBe(columns)
  }
})

test('a card is deleted from the middle of a long list, and no place stays empty', async ({
  signedIn: page,
  app,
}) => {
  await forgetTries(app)
  await page.goto('/partner-details')
  await turnOnSuperAdmin(page)
  const shown = page.locator('[aria-posinset="40"]')
  await page.mouse.move(700, 600)
  await page.mouse.wheel(0, 2200)
  await expect(shown.getByRole('article')).toBeInViewport()
  const name = (await shown.getByRole('heading').textContent()) ?? ''
  const next = (await page.locator('[aria-posinset="41"]').getByRole('heading').textContent()) ?? ''
  const total = Number(await shown.getAttribute('aria-setsize'))
  await shown.getByRole('button', { name: `Delete ${name}` }).click()
  const phrase = (await dialog(page).locator('b').textContent()) ?? ''
  await dialog(page).getByLabel('Partner email').fill(phrase)
  await dialog(page).getByLabel('Partner email').press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(shown.getByRole('heading')).toHaveText(next)
  await expect(shown).toHaveAttribute('aria-setsize', String(total - 1))
  await expect(page.getByText(`${total - 1} partners`, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: `Delete ${next}` })).toBeFocused()
})

test('a part of a long list that cannot be fetched is fetched when asked again', async ({
  signedIn: page,
}) => {
  await page.route(/list=approved.*(?:skip=[1-9]|after=)/, (route) =>
    route.fulfill({ status: 400, json: { error: { code: 'BROKEN', message: 'Broken.' } } }),
  )
  await page.goto('/partner-details')
  await expect(cards(page).first()).toBeVisible()
  await page.keyboard.press('End')
  const notice = page.getByRole('alert').filter({ hasText: 'Some partners could not be loaded.' })
  await expect(notice).toBeVisible()
  await page.unrouteAll()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toBeHidden()
  await expect(cards(page).last()).toBeVisible()
})

/** Who the trail names as the one that deleted the partner. */
async function deletedBy({ db }: App, id: string) {
  const { deleted_by: by } = await db
    .selectFrom('deleted_partner')
    .select('deleted_by')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return by
}

test.describe('on a host of §7 alone', () => {
  const closers: (() => Promise<void>)[] = []
  test.afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

  for (const list of LISTS)
    test(`${list.section}: search, empty text, failure and deletion`, async ({ page }) => {
      const partners = [
        partnerJson({ name: 'Zoya Khan', companyLocation: 'Jaipur', ...list.given }),
        partnerJson({ name: 'Ananya Iyer', ...list.given }),
        partnerJson({ name: 'Another One', status: 'RKYC' }),
      ]
      const { host, open, close } = await plainConsole(page, partners, { superAdmin: true })
      closers.push(close)
      host.failures.set('GET /partners', 403)
      await open(list.path)
      await expectFailure(page, list)
      host.failures.clear()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(cards(page).getByRole('heading')).toHaveText(['Ananya Iyer', 'Zoya Khan'])
      await search(page).fill('jaipur')
      await expect(cards(page).getByRole('heading')).toHaveText(['Zoya Khan'])
      await search(page).fill('udaipur')
      await expect(page.getByText(list.empty('udaipur'), { exact: true })).toBeVisible()
      await search(page).fill('')
      await expect(cards(page)).toHaveCount(2)
      if (!list.isDeletable) return
      await page.getByRole('button', { name: 'Delete Zoya Khan' }).click()
      const email = readText(partners[0]?.['personalEmail'])
      await dialog(page).getByLabel('Partner email').fill(email)
      await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(cards(page).getByRole('heading')).toHaveText(['Ananya Iyer'])
      expect(host.calls.find(({ method }) => method === 'DELETE')?.body).toEqual({
        deletedBy: 'Super Admin',
      })
    })
})
