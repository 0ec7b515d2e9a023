import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import type { Stage } from './stage.ts'
import {
  region,
  dialog,
  press,
  article,
  saidNothing,
  isAnswered,
  noDialog,
  value,
  type Visit,
} from './visit.ts'

async function openDecision(stage: Stage) {
  const id = await stage.partner({ status: 'pending' })
  await stage.open(`/approval-panel/kyc/online-kyc/${id}`)
  await stage.page.getByRole('button', { name: 'Decline', exact: true }).click()
  await dialog(stage.page).getByRole('checkbox', { name: 'Video' }).check()
  await dialog(stage.page).getByLabel('Reason').fill('Too dark')
}

export async function openDeletion(stage: Stage) {
  const name = `Zoya ${Date.now().toString(36)}`
  await stage.partner({ status: 'pending', name, personalEmail: 'zoya@example.in' })
  // a plain host's list is held, and knows nothing of them
  if (stage.kind === 'plain') await stage.enterAnew()
  await stage.open(`/approval-panel?search=${encodeURIComponent(name)}`)
  await stage.page.getByRole('button', { name: `Delete ${name}` }).click()
  await dialog(stage.page).getByLabel('Partner email').fill('zoya@example.in')
  return name
}

async function openGuest(stage: Stage) {
  const partnerId = await stage.partner({ companyEmail: 'Guest' })
  await stage.booking({ partnerId, userId: await stage.user() })
  await stage.open(`/guest-partners/${partnerId}`)
}

const SHOW_NUMBER = /(Show|Try again) Aadhar number/

const loadAgain = (page: Page) => page.getByRole('button', { name: 'Load the customer again' })

const LIST_FAILED = 'Failed to fetch partners list.'

/** A list of partners that fails, and what makes a partner one of it. */
function listVisit(title: string, list: string, path: string, given: JsonObject = {}): Visit {
  return {
    title,
    calls: { mandap: [`GET /partners?list=${list}`], plain: ['GET /partners'] },
    async open(stage) {
      await stage.partner(given)
      await stage.open(path)
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
): Visit {
  return {
    title,
    calls: { mandap: ['GET /partners/{id}'], plain: ['GET /partners/{id}'] },
    open: async (stage) => stage.open(`${path}/${await stage.partner(given)}`),
    shows: [
      {
        says: (way) => (way === 404 ? missing : 'Failed to fetch partner details.'),
        well: region(shows),
      },
    ],
  }
}

export const PARTNER_VISITS: readonly Visit[] = [
  {
    title: '§2.8 Approval Panel: list',
    calls: { mandap: ['GET /partners?list=approval'], plain: ['GET /partners'] },
    async open(stage) {
      await stage.partner({ status: 'pending' })
      await stage.open('/approval-panel')
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
    async open(stage) {
      await stage.open(`/approval-panel/kyc/${await stage.partner({ status: 'pending' })}`)
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
    async open(stage) {
      const { partner_id } = await stage.house.db
        .selectFrom('document')
        .select('partner_id')
        .where('kind', '=', 'aadharUrl')
        .executeTakeFirstOrThrow()
      await stage.open(`/approval-panel/kyc/online-kyc/${partner_id}`)
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
        says: (way) =>
          isAnswered(way)
            ? 'Failed to delete partner. Please try again.'
            : 'Error deleting partner. Please try again.',
        well: noDialog,
      },
    ],
    kept: (page) => value(dialog(page).getByLabel('Partner email'), 'zoya@example.in'),
    fine: (way) => way === 'shape' || way === 'empty',
  },
  listVisit('§2.12 Approved partners', 'approved', '/partner-details'),
  {
    title: "§2.12 An approved partner's bookings",
    calls: { mandap: ['GET /bookings?list=ofPartner'], plain: ['GET /bookings'] },
    async open(stage) {
      const partnerId = await stage.partner()
      await stage.booking({ partnerId })
      await stage.open(`/partner-details/${partnerId}`)
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
        within: (page, way) =>
          way === 404 ? article(page) : article(page).filter({ has: loadAgain(page) }),
        again: (page) => loadAgain(page).click(),
        well: (page) => article(page).getByText('Kavya Nair'),
      },
    ],
  },
]
