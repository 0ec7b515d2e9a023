import { bookingJson, partnerJson, userJson } from '@mandap/domain/testing/builders.ts'
import { type JsonObject, readId } from '@mandap/domain/wire/read.ts'
import { upsertAll } from '@mandap/server/testing/records.ts'
import type { Locator, Page } from '@playwright/test'
import { csvRows, exported } from './testing/export.ts'
import { expect, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { inDays, ownNumbers } from './testing/records.ts'
import { forgetAttempts } from './testing/super-admin.ts'

/** Returns records for every list, more than its filters select, and a word that no other records contain. */
function someOfEach() {
  const word = ownNumbers()
  const named = (name: string) => `${name} ${word}`
  const zoya = userJson({ fullName: named('Zoya'), phone: '+919845098450' })
  const users = [zoya, userJson({ fullName: named('Arjun') })]
  const approved = partnerJson({ status: 'approved', name: named('Asha') })
  const guest = partnerJson({ status: 'approved', companyEmail: 'Guest', name: named('Gita') })
  const partners = [
    approved,
    guest,
    partnerJson({ status: 'approved', name: named('Ishaan') }),
    partnerJson({ status: 'approved', companyEmail: 'Guest', name: named('Harsh') }),
    ...['Bela', 'Chitra'].map((name) =>
      partnerJson({ status: 'AKYC', NoGST: 'true', name: named(name) }),
    ),
    ...['Devi', 'Esha'].map((name) => partnerJson({ status: '', aadharNo: '', name: named(name) })),
    partnerJson({ status: 'pending', name: named('Farah') }),
  ]
  const booking = (at: number, given: JsonObject) =>
    bookingJson({
      numberId: `${word}${at}`,
      dateFrom: inDays(30),
      createdAt: inDays(-at),
      ...given,
    })
  const of = (partner: JsonObject) => ({ partnerId: partner['_id'], status: 'completed' })
  const bookings = [
    booking(1, { status: 'pending', userId: zoya['_id'] }),
    booking(2, { status: 'pending' }),
    booking(13, { status: 'cancelEvent', dateFrom: inDays(-1) }),
    booking(14, { status: 'cancelEvent', dateFrom: inDays(-1) }),
    booking(25, { status: 'cancelEvent', dateFrom: inDays(-1) }),
    booking(31, of(approved)),
    booking(32, of(approved)),
    booking(41, of(guest)),
    booking(42, of(guest)),
    booking(43, of(guest)),
    booking(51, { status: 'confirmEvent', userId: zoya['_id'] }),
    booking(52, { status: 'confirmEvent', userId: zoya['_id'] }),
    booking(61, { status: 'confirmEvent', dateFrom: inDays(-20), dateTo: inDays(-19) }),
    booking(62, { status: 'confirmEvent', dateFrom: inDays(-20), dateTo: inDays(-19) }),
  ]
  return { word, zoya, approved, guest, records: { users, partners, bookings } }
}

type Given = ReturnType<typeof someOfEach>

interface List {
  title: string
  path: (given: Given) => string
  /** The beginning of the file's name. */
  file: string
  /** The element that shows how many records the list has. */
  count: (page: Page) => Locator
  first: (page: Page) => Locator
  /** The columns that the first item also shows. The first of them has the values of `holds`. */
  shows: readonly string[]
  /** The numbers or names in the file, in its order and without the word. */
  holds: readonly string[]
  button?: string
}

const status = (noun: string) => (page: Page) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^(?:Found )?[\\d,]+ ${noun}`) })
const item = (list: string) => (page: Page) =>
  page.getByRole('list', { name: list }).getByRole('listitem').first()

const BOOKINGS = {
  count: status('bookings?$'),
  first: item('Bookings'),
  shows: ['Booking ID', 'Event type'],
}
const PARTNERS = { count: status('partners?$'), first: item('Partners'), shows: ['Name'] }
const USERS = { count: status('customers?$'), first: item('Customers'), shows: ['Name', 'Phone'] }

const LISTS: readonly List[] = [
  {
    ...BOOKINGS,
    title: 'Booking Details, filtered',
    path: ({ word }) => `/booking-details?numberId=${word}&sort=oldest`,
    file: 'bookings-booked',
    holds: ['2', '1'],
  },
  {
    ...BOOKINGS,
    title: 'events that have ended, filtered',
    path: ({ word }) => `/booking-details/ended?numberId=${word}&sort=oldest`,
    file: 'bookings-ended',
    holds: ['62', '61'],
  },
  {
    ...BOOKINGS,
    title: 'bookings that the search finds',
    path: ({ word }) => `/booking-details/found?search=${word}4`,
    file: 'bookings-found',
    holds: ['41', '42', '43'],
  },
  {
    ...BOOKINGS,
    title: 'Expired Bookings, searched',
    path: ({ word }) => `/expired-bookings?numberId=${word}1`,
    file: 'bookings-expired',
    holds: ['13', '14'],
  },
  {
    ...PARTNERS,
    title: 'the Approval Panel, searched',
    path: ({ word }) => `/approval-panel?search=${word}`,
    file: 'partners-pending',
    holds: ['Farah'],
  },
  {
    ...PARTNERS,
    title: 'approved partners, searched',
    path: ({ word }) => `/partner-details?search=${word}`,
    file: 'partners-approved',
    holds: ['Asha', 'Gita', 'Harsh', 'Ishaan'],
  },
  {
    ...PARTNERS,
    title: 'GST requests, searched',
    path: ({ word }) => `/gst-requests?search=${word}`,
    file: 'gst-requests',
    count: status('GST requests?$'),
    holds: ['Bela', 'Chitra'],
  },
  {
    ...PARTNERS,
    title: 'guest partners, searched',
    path: ({ word }) => `/guest-partners?search=${word}`,
    file: 'partners-guest',
    count: status('guest partner'),
    holds: ['Gita', 'Harsh'],
  },
  {
    ...PARTNERS,
    title: 'partners in progress, searched',
    path: ({ word }) => `/inprogress-partners?search=${word}`,
    file: 'partners-in-progress',
    holds: ['Devi', 'Esha'],
  },
  {
    ...BOOKINGS,
    title: 'a partner’s bookings',
    path: ({ approved }) => `/partner-details/${readId(approved['_id'])}`,
    file: 'bookings-of-partner',
    holds: ['31', '32'],
  },
  {
    ...BOOKINGS,
    title: 'a guest partner’s bookings',
    path: ({ guest }) => `/guest-partners/${readId(guest['_id'])}`,
    file: 'bookings-of-partner',
    count: (page) => page.getByRole('heading', { name: /^Bookings \(/ }),
    shows: ['Booking ID'],
    holds: ['41', '42', '43'],
  },
  {
    ...USERS,
    title: 'users, searched',
    path: ({ word }) => `/user-count?search=${word}`,
    file: 'customers',
    holds: ['Arjun', 'Zoya'],
  },
  {
    ...USERS,
    title: 'users, searched, with pending bookings',
    path: ({ word }) => `/user-count?search=${word}&has=pending`,
    file: 'customers',
    holds: ['Zoya'],
  },
  {
    ...BOOKINGS,
    title: 'a tab of a user’s bookings',
    path: ({ word, zoya }) =>
      `/user-count?search=${word}&user=${readId(zoya['_id'])}&group=upcoming`,
    file: 'bookings-of-customer',
    count: (page) => page.getByRole('tab', { name: /^Upcoming \d/ }),
    first: (page) => page.getByRole('tabpanel').getByRole('listitem').first(),
    holds: ['51', '52'],
    button: 'Export the upcoming bookings',
  },
]

test('every list is exported as its filters show it', async ({ signedIn: page, app }) => {
  test.slow()
  const given = someOfEach()
  await forgetAttempts(app)
  await upsertAll(app.db, { ...given.records, tempPartners: [] })
  await page.goto('/dashboard')
  for (const list of LISTS)
    await test.step(list.title, async () => {
      await navigate(page, list.path(given))
      await expectExported(page, list, given.word)
    })
})

async function expectExported(
  page: Page,
  { file, count, first, shows, holds, button }: List,
  word: string,
) {
  await expect(count(page)).toHaveText(new RegExp(`(?:^|\\D)${holds.length}(?:\\D|$)`))
  await expect(first(page)).toBeVisible()
  const csv = await exported(page, 'CSV', button)
  expect(csv.name).toMatch(new RegExp(`^${file}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  const rows = csvRows(csv)
  // an apostrophe keeps a spreadsheet from computing a phone number
  const texts = shows.map((heading) => String(rows[0]?.[heading]).replace(/^'/, ''))
  for (const text of texts) await expect(first(page)).toContainText(text)
  const [heading = ''] = shows
  expect(rows.map((row) => String(row[heading]).replace(word, '').trim())).toEqual(holds)
}
