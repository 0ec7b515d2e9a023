import { page } from 'vitest/browser'
import { expect } from 'vitest'
import { click, fill, shown } from '../testing/act.ts'
import {
  article,
  dialog,
  isRefused,
  isUnread,
  main,
  noDialog,
  press,
  region,
  type Scenario,
} from './scenario.ts'

const LIST_FAILED = 'Failed to fetch partners list.'
const SHOW_NUMBER = /(Show|Try again) Aadhar number/

const loadAgain = () => page.getByRole('button', { name: 'Load the customer again' })

async function openDecision() {
  await click(page.getByRole('button', { name: 'Decline', exact: true }))
  await click(dialog().getByRole('checkbox', { name: 'Video' }))
  await fill(dialog().getByLabelText('Reason'), 'Too dark')
}

async function openDeletion() {
  await click(page.getByRole('button', { name: 'Delete Zoya Khan' }))
  await fill(dialog().getByLabelText('Partner email'), 'zoya@example.in')
}

function listScenario(title: string, list: string, path: string): Scenario {
  return {
    title,
    calls: { mandap: [`GET /partners?list=${list}`] },
    path,
    shows: [{ says: LIST_FAILED, within: main, good: article }],
  }
}

/** The screen of one partner, who cannot be read. */
function partnerScenario(
  title: string,
  path: string,
  { missing = 'Partner not found.', good }: { missing?: string; good: string },
): Scenario {
  return {
    title,
    calls: { mandap: ['GET /partners/{id}'] },
    path,
    shows: [
      {
        says: (mode) => (mode === 'notFound' ? missing : 'Failed to fetch partner details.'),
        good: region(good),
      },
    ],
  }
}

export const PARTNER_SCENARIOS: readonly Scenario[] = [
  {
    title: '§2.8 Approval Panel: list',
    calls: { mandap: ['GET /partners?list=approval'], plain: ['GET /partners'] },
    path: '/approval-panel',
    shows: [{ says: LIST_FAILED, within: () => page.getByRole('tabpanel'), good: article }],
  },
  {
    title: '§2.8 Approval Panel: counts',
    calls: { mandap: ['GET /partners/counts'] },
    path: '/approval-panel',
    shows: [
      {
        says: 'The counts could not be loaded.',
        good: () => page.getByRole('tab', { name: /Pending\s*[\d,]+/ }),
      },
    ],
  },
  {
    ...partnerScenario('§2.9 KYC hub: partner', '/approval-panel/kyc/zoya', {
      good: 'Partner details',
    }),
    calls: { mandap: ['GET /partners/{id}'], plain: ['GET /partners/{id}'] },
  },
  {
    title: '§2.9 KYC hub: a personal number',
    calls: { mandap: ['POST /partners/{id}/reveal'], plain: ['GET /partners/{id}'] },
    path: '/approval-panel/kyc/zoya',
    ready: () => shown(page.getByRole('button', { name: SHOW_NUMBER })),
    act: () => click(page.getByRole('button', { name: SHOW_NUMBER })),
    shows: [
      {
        says: 'The number could not be shown.',
        good: () => page.getByRole('button', { name: 'Hide Aadhar number' }),
      },
    ],
  },
  {
    title: '§2.10 Step: decision',
    calls: { mandap: ['PUT /partners/{id}'], plain: ['PUT /partners/{id}'] },
    path: '/approval-panel/kyc/online-kyc/zoya',
    ready: openDecision,
    act: press('Decline'),
    shows: [{ says: 'Error updating partner. Please try again.', good: noDialog }],
    kept() {
      expect(dialog().getByRole('checkbox', { name: 'Video' }).element()).toBeChecked()
      expect(dialog().getByLabelText('Reason').element()).toHaveValue('Too dark')
    },
    succeeds: isUnread,
  },
  {
    title: '§2.10 Step: document',
    calls: { mandap: ['GET /documents/{id}/link'] },
    path: '/approval-panel/kyc/online-kyc/zoya',
    shows: [
      {
        says: 'Aadhar Card could not be loaded.',
        within: region('Aadhar Card'),
        good: () => page.getByRole('toolbar', { name: 'Aadhar Card viewer' }),
      },
    ],
  },
  {
    title: '§5.9 Deleting a partner',
    calls: { mandap: ['DELETE /partners/{id}'], plain: ['DELETE /partners/{id}'] },
    path: '/approval-panel',
    superAdmin: true,
    ready: openDeletion,
    act: press('Delete'),
    shows: [
      {
        says: (mode) =>
          isRefused(mode)
            ? 'Failed to delete partner. Please try again.'
            : 'Error deleting partner. Please try again.',
        good: noDialog,
      },
    ],
    kept: () =>
      expect(dialog().getByLabelText('Partner email').element()).toHaveValue('zoya@example.in'),
    succeeds: (mode) => mode === 'wrongShape' || mode === 'empty',
  },
  listScenario('§2.4 All partners', 'all', '/partner-details/all'),
  listScenario('§2.12 Approved partners', 'approved', '/partner-details'),
  {
    title: "§2.12 An approved partner's bookings",
    calls: { mandap: ['GET /bookings?list=ofPartner'] },
    path: '/partner-details/zubin',
    shows: [{ says: 'No bookings found for this partner.', good: article }],
  },
  {
    title: "§2.12 An approved partner's double bookings",
    calls: { mandap: ['GET /bookings?list=onDays'] },
    path: '/partner-details/zubin',
    shows: [
      {
        says: 'The double bookings could not be loaded.',
        good: () => main().getByText('2 double bookings from today on').first(),
      },
    ],
  },
  {
    title: "§2.12 An approved partner's upcoming events",
    calls: { mandap: ['GET /bookings?list=onDays'] },
    path: '/partner-details/zubin?events=upcoming',
    shows: [
      {
        says: 'The double bookings could not be loaded.',
        good: () => main().getByText('2 double bookings from today on').first(),
      },
      { says: 'No bookings found for this partner.', good: article },
    ],
  },
  listScenario('§2.13 GST requests', 'gst', '/gst-requests'),
  partnerScenario('§2.13 GST request', '/gst-requests/gita', { good: 'Price' }),
  listScenario('§2.14 In-progress partners', 'inProgress', '/inprogress-partners'),
  partnerScenario('§2.14 In-progress partner', '/inprogress-partners/indu', {
    missing: 'Partner Not Found',
    good: 'Missing Information',
  }),
  listScenario('§2.15 Guest partners', 'guest', '/guest-partners'),
  {
    title: "§2.15 A guest partner's bookings",
    calls: { mandap: ['GET /bookings?list=ofPartner'] },
    path: '/guest-partners/guest',
    shows: [{ says: 'No bookings found for this guest partner.', good: article }],
  },
  {
    title: "§2.15 A guest partner's customers",
    calls: { mandap: ['GET /user/{id}'] },
    path: '/guest-partners/guest',
    shows: [
      {
        says: 'Loading user data...',
        // a customer who was not found stays so
        stays: ['notFound'],
        // the text is the same while the customer loads
        within: (mode) =>
          mode === 'notFound' ? article() : article().filter({ has: loadAgain() }),
        again: () => click(loadAgain()),
        good: () => article().getByText('Kavya Nair'),
      },
    ],
  },
]
