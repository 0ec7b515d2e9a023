import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import type { Harness } from './harness.ts'
import {
  region,
  dialog,
  press,
  article,
  saidNothing,
  isAnswered,
  noDialog,
  value,
  type Scenario,
} from './scenario.ts'

async function openDecision(harness: Harness) {
  const id = await harness.partner({ status: 'pending' })
  await harness.open(`/approval-panel/kyc/online-kyc/${id}`)
  await harness.page.getByRole('button', { name: 'Decline', exact: true }).click()
  await dialog(harness.page).getByRole('checkbox', { name: 'Video' }).check()
  await dialog(harness.page).getByLabel('Reason').fill('Too dark')
}

export async function openDeletion(harness: Harness) {
  const name = `Zoya ${Date.now().toString(36)}`
  await harness.partner({ status: 'pending', name, personalEmail: 'zoya@example.in' })
  // a plain host's list is held, and knows nothing of them
  if (harness.kind === 'plain') await harness.enterAnew()
  await harness.open(`/approval-panel?search=${encodeURIComponent(name)}`)
  await harness.page.getByRole('button', { name: `Delete ${name}` }).click()
  await dialog(harness.page).getByLabel('Partner email').fill('zoya@example.in')
  return name
}

async function openGuest(harness: Harness) {
  const partnerId = await harness.partner({ companyEmail: 'Guest' })
  await harness.booking({ partnerId, userId: await harness.user() })
  await harness.open(`/guest-partners/${partnerId}`)
}

const SHOW_NUMBER = /(Show|Try again) Aadhar number/

const loadAgain = (page: Page) => page.getByRole('button', { name: 'Load the customer again' })

const LIST_FAILED = 'Failed to fetch partners list.'

/** A list of partners that fails, and what makes a partner one of it. */
function listVisit(title: string, list: string, path: string, given: JsonObject = {}): Scenario {
  return {
    title,
    calls: { mandap: [`GET /partners?list=${list}`], plain: ['GET /partners'] },
    async open(harness) {
      await harness.partner(given)
      await harness.open(path)
    },
    shows: [{ says: LIST_FAILED, within: (page) => page.getByRole('main'), well: article }],
  }
}

/** The screen of one partner that cannot be fetched. */
function partnerVisit(
  title: string,
  path: string,
  given: JsonObject,
  { missing = 'Partner not found.', shows }: { missing?: string; shows: string },
): Scenario {
  return {
    title,
    calls: { mandap: ['GET /partners/{id}'], plain: ['GET /partners/{id}'] },
    open: async (harness) => harness.open(`${path}/${await harness.partner(given)}`),
    shows: [
      {
        says: (mode) => (mode === 404 ? missing : 'Failed to fetch partner details.'),
        well: region(shows),
      },
    ],
  }
}

export const PARTNER_SCENARIOS: readonly Scenario[] = [
  {
    title: '§2.8 Approval Panel: list',
    calls: { mandap: ['GET /partners?list=approval'], plain: ['GET /partners'] },
    async open(harness) {
      await harness.partner({ status: 'pending' })
      await harness.open('/approval-panel')
    },
    shows: [
      {
        says: LIST_FAILED,
        within: (page) => page.getByRole('tabpanel'),
        well: article,
      },
    ],
  },
  {
    title: '§2.8 Approval Panel: counts',
    calls: { mandap: ['GET /partners/counts'], plain: 'counts the list itself' },
    open: ({ open }) => open('/approval-panel'),
    shows: [
      {
        says: 'The counts could not be loaded.',
        well: (page) => page.getByRole('tab', { name: /Pending\s*[\d,]+/ }),
      },
    ],
  },
  partnerVisit(
    '§2.9 KYC hub: partner',
    '/approval-panel/kyc',
    { status: 'pending' },
    { shows: 'Partner details' },
  ),
  {
    title: '§2.9 KYC hub: a personal number',
    calls: { mandap: ['POST /partners/{id}/reveal'], plain: ['GET /partners/{id}'] },
    async open(harness) {
      await harness.open(`/approval-panel/kyc/${await harness.partner({ status: 'pending' })}`)
    },
    async ready({ page }) {
      const hide = page.getByRole('button', { name: 'Hide Aadhar number' })
      const show = page.getByRole('button', { name: SHOW_NUMBER })
      await show.or(hide).waitFor()
      if (await hide.isVisible()) await hide.click()
    },
    act: (page) => page.getByRole('button', { name: SHOW_NUMBER }).click(),
    shows: [
      {
        says: 'The number could not be shown.',
        well: (page) => page.getByRole('button', { name: 'Hide Aadhar number' }),
      },
    ],
  },
  {
    title: '§2.10 Step: decision',
    calls: { mandap: ['PUT /partners/{id}'], plain: ['PUT /partners/{id}'] },
    open: ({ open }) => open('/approval-panel'),
    ready: openDecision,
    act: press('Decline'),
    shows: [{ says: 'Error updating partner. Please try again.', well: noDialog }],
    async kept(page) {
      await dialog(page).getByRole('checkbox', { name: 'Video', checked: true }).waitFor()
      await value(dialog(page).getByLabel('Reason'), 'Too dark')
    },
    fine: saidNothing,
  },
  {
    title: '§2.10 Step: document',
    calls: { mandap: ['GET /documents/{id}/link'], plain: 'has documents at plain addresses' },
    async open(harness) {
      const { partner_id } = await harness.app.db
        .selectFrom('document')
        .select('partner_id')
        .where('kind', '=', 'aadharUrl')
        .executeTakeFirstOrThrow()
      await harness.open(`/approval-panel/kyc/online-kyc/${partner_id}`)
    },
    shows: [
      {
        says: 'Aadhar Card could not be loaded.',
        within: region('Aadhar Card'),
        well: (page) => page.getByRole('toolbar', { name: 'Aadhar Card viewer' }),
      },
    ],
  },
  {
    title: '§5.9 Deleting a partner',
    calls: { mandap: ['DELETE /partners/{id}'], plain: ['DELETE /partners/{id}'] },
    superAdmin: true,
    open: ({ open }) => open('/approval-panel'),
    ready: openDeletion,
    act: press('Delete'),
    shows: [
      {
        says: (mode) =>
          isAnswered(mode)
            ? 'Failed to delete partner. Please try again.'
            : 'Error deleting partner. Please try again.',
        well: noDialog,
      },
    ],
    kept: (page) => value(dialog(page).getByLabel('Partner email'), 'zoya@example.in'),
    fine: (mode) => mode === 'shape' || mode === 'empty',
  },
  listVisit('§2.12 Approved partners', 'approved', '/partner-details'),
  {
    title: "§2.12 An approved partner's bookings",
    calls: { mandap: ['GET /bookings?list=ofPartner'], plain: ['GET /bookings'] },
    async open(harness) {
      const partnerId = await harness.partner()
      await harness.booking({ partnerId })
      await harness.open(`/partner-details/${partnerId}`)
    },
    shows: [{ says: 'No bookings found for this partner.', well: article }],
  },
  listVisit('§2.13 GST requests', 'gst', '/gst-requests', { status: 'pending', NoGST: 'true' }),
  partnerVisit(
    '§2.13 GST request',
    '/gst-requests',
    { status: 'pending', NoGST: 'true' },
    { shows: 'Price' },
  ),
  listVisit('§2.14 In-progress partners', 'inProgress', '/inprogress-partners', {
    status: '',
    aadharNo: '',
  }),
  partnerVisit(
    '§2.14 In-progress partner',
    '/inprogress-partners',
    { status: '', aadharNo: '' },
    { missing: 'Partner Not Found', shows: 'Missing Information' },
  ),
  listVisit('§2.15 Guest partners', 'guest', '/guest-partners', { companyEmail: 'Guest' }),
  {
    title: "§2.15 A guest partner's bookings",
    calls: { mandap: ['GET /bookings?list=ofPartner'], plain: ['GET /bookings'] },
    open: openGuest,
    shows: [{ says: 'No bookings found for this guest partner.', well: article }],
  },
  {
    title: "§2.15 A guest partner's customers",
    calls: { mandap: ['GET /user/{id}'], plain: ['GET /user/{id}'] },
    open: openGuest,
    shows: [
      {
        says: 'Loading user data...',
        // a customer who is not there stays so
        stays: [404],
        // the same is said while it loads
        within: (page, mode) =>
          mode === 404 ? article(page) : article(page).filter({ has: loadAgain(page) }),
        again: (page) => loadAgain(page).click(),
        well: (page) => article(page).getByText('Kavya Nair'),
      },
    ],
  },
]
