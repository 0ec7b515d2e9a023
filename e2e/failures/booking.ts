import type { Page } from '@playwright/test'
import type { Harness } from './harness.ts'
import { inDays } from '../testing/records.ts'
import {
  region,
  dialog,
  press,
  article,
  saidNothing,
  noDialog,
  typed,
  value,
  type Scenario,
} from './scenario.ts'

/** A confirmed event that has ended. */
const ENDED = { status: 'confirmEvent', dateFrom: inDays(-40), dateTo: inDays(-39) }

async function openBooking(harness: Harness) {
  const [partnerId, userId] = [await harness.partner(), await harness.user()]
  const numberId = `ZF${Date.now().toString(36).toUpperCase()}`
  await harness.booking({ numberId, partnerId, userId })
  await harness.open(`/booking-details?numberId=${numberId}`)
  await harness.page.getByRole('link', { name: numberId }).click()
  // until the screen is there, whoever comes back from signing in comes back to the list
  await editPlanner(harness.page).waitFor()
}

async function openBookingAndPartner(harness: Harness) {
  await harness.partner({ name: 'Zubin Irani' })
  await openBooking(harness)
}

async function enterBookingAnew({ page, enterAnew }: Harness) {
  await enterAnew()
  await editPlanner(page).waitFor()
}

const editPlanner = (page: Page) => page.getByRole('button', { name: 'Edit planner' })
const openPlanner = (page: Page) => editPlanner(page).click()
const existingPartner = (page: Page) => dialog(page).getByLabel('Existing partner').last()

async function openManual(harness: Harness) {
  await openPlanner(harness.page)
  await dialog(harness.page).getByText('Manual partner').click()
  await dialog(harness.page).getByLabel('Partner name').fill('Rohan Das')
  await dialog(harness.page).getByLabel('Personal number').fill('9820012345')
}

const keptManual = (page: Page) => value(dialog(page).getByLabel('Partner name'), 'Rohan Das')

/** A number that is typed, of a booking that the list which a plain host's console holds does not know. */
function suggestionsScenario(): Scenario {
  let number = ''
  return {
    title: '§2.5 Booking Details: suggestions and lookup',
    calls: {
      mandap: ['GET /bookings?numberPrefix', 'GET /bookings?numberId'],
      plain: ['GET /bookings?numberId'],
    },
    async open(harness) {
      await harness.booking()
      await harness.open('/booking-details')
    },
    async ready({ page, open, enterAnew, booking }) {
      // the number of the try before is in the address
      await open('/booking-details')
      await enterAnew()
      await article(page).waitFor()
      number = `ZF${Date.now().toString(36).toUpperCase()}`
      await booking({ numberId: number })
    },
    act: (page) => typed(page.getByLabel('Search by Number ID'), number),
    shows: [
      {
        says: 'No matches. The search failed. Type again to retry.',
        well: (page) => page.getByRole('option', { name: number }),
      },
    ],
  }
}

export const BOOKING_SCENARIOS: readonly Scenario[] = [
  {
    title: '§2.5 Booking Details: list and names',
    calls: {
      mandap: ['GET /bookings?tab', 'GET /partner-names'],
      plain: ['GET /bookings', 'GET /partners'],
    },
    async open(harness) {
      await Promise.all([harness.booking(), harness.partner({ name: 'Aarav Zubin' })])
      await harness.open('/booking-details')
    },
    shows: [
      {
        says: 'No bookings match the selected filters.',
        within: (page) => page.getByRole('tabpanel'),
        again: (page) => page.getByRole('button', { name: 'Try again' }).last().click(),
        well: article,
      },
      {
        says: 'The names could not be loaded.',
        within: (page) => page.getByRole('search'),
        well: (page) => page.locator('search select:has([value=""]):has([value="Aarav Zubin"])'),
      },
    ],
  },
  suggestionsScenario(),
  {
    title: '§2.6 Booking detail: a booking by its id',
    calls: { mandap: ['GET /bookings/{id}'], plain: ['GET /bookings/{id}'] },
    open: async (harness) => harness.open(`/booking-details/card?id=${await harness.booking()}`),
    shows: [
      {
        says: (mode) =>
          mode === 404 ? 'This booking no longer exists.' : 'This booking could not be loaded.',
        stays: [404],
        well: region('Client details'),
      },
    ],
  },
  {
    title: '§4.3 Booking Details, Inprogress: how many have ended',
    calls: { mandap: ['GET /bookings?list=ended'], plain: ['GET /bookings'] },
    async open(harness) {
      await harness.booking(ENDED)
      await harness.open('/booking-details?tab=inprogress')
    },
    shows: [
      {
        says: 'The events that have ended could not be counted.',
        within: (page) => page.getByRole('tabpanel'),
        well: (page) => page.getByRole('link', { name: /ended, not completed/ }),
      },
    ],
  },
  {
    title: '§4.3 Ended, not completed',
    calls: { mandap: ['GET /bookings?list=ended'], plain: ['GET /bookings'] },
    async open(harness) {
      await harness.booking(ENDED)
      await harness.open('/booking-details/ended')
    },
    shows: [{ says: 'No bookings match the selected filters.', well: article }],
  },
  {
    title: '§2.4 Bookings found',
    calls: { mandap: ['GET /bookings?list=found'], plain: ['GET /bookings'] },
    async open(harness) {
      await harness.booking({ location: 'Zubinpur' })
      await harness.open('/booking-details/found?search=zubinpur')
    },
    shows: [{ says: 'No bookings found.', well: article }],
  },
  {
    title: '§2.6 Booking detail: booking, client, planner and activity',
    calls: {
      mandap: [
        'GET /bookings/{id}',
        'GET /user/{id}',
        'GET /partners/{id}',
        'GET /temp-partner/{id}',
        'GET /activity?subjectId',
      ],
      plain: [
        'GET /bookings/{id}',
        'GET /user/{id}',
        'GET /partners/{id}',
        'GET /temp-partner/{id}',
      ],
    },
    open: openBooking,
    shows: [
      {
        says: 'Failed to fetch client details.',
        within: region('Client details'),
        well: (page) => region('Client details')(page).getByText('Kavya Nair'),
      },
      {
        says: 'Failed to fetch planner details.',
        within: region('Event planner details'),
        well: (page) =>
          region('Event planner details')(page)
            .getByText(/@example/)
            .first(),
      },
    ],
  },
  {
    title: '§2.6 Booking detail: activity',
    calls: { mandap: ['GET /activity?subjectId'], plain: 'keeps no trail' },
    open: openBooking,
    shows: [
      {
        says: 'Activity could not be loaded.',
        within: region('Activity'),
        well: (page) => region('Activity')(page).getByText('No changes yet.'),
      },
    ],
  },
  {
    title: '§2.6 Booking detail: the booking as it is now',
    calls: { mandap: ['GET /bookings/{id}'], plain: ['GET /bookings/{id}'] },
    open: openBooking,
    shows: [
      {
        says: (mode) =>
          mode === 404 ? 'This booking no longer exists.' : 'This booking could not be reloaded.',
        within: (page) => page.getByRole('main').getByRole('alert'),
        well: (page) => region('Booking')(page).first(),
      },
    ],
  },
  {
    title: '§2.6 Edit planner: partners to pick',
    calls: { mandap: ['GET /partners?list=approved'], plain: ['GET /partners'] },
    open: openBookingAndPartner,
    ready: enterBookingAnew,
    act: openPlanner,
    shows: [
      {
        says: 'Failed to fetch partners list.',
        within: dialog,
        async again(page) {
          await press('Try again')(page)
          await existingPartner(page).click()
        },
        well: (page) => dialog(page).getByRole('option').first(),
      },
    ],
  },
  {
    title: '§2.6 Edit planner: a search for partners',
    calls: {
      mandap: ['GET /partners?list=approved&search=Zubin'],
      plain: 'has its held list searched',
    },
    open: openBookingAndPartner,
    async ready(harness) {
      await enterBookingAnew(harness)
      await openPlanner(harness.page)
    },
    act: (page) => existingPartner(page).fill('Zubin'),
    shows: [
      {
        says: 'Failed to fetch partners list.',
        within: dialog,
        async again(page) {
          await press('Try again')(page)
          await existingPartner(page).click()
        },
        well: (page) => page.getByRole('option', { name: 'Zubin Irani' }).first(),
      },
    ],
    kept: (page) => value(existingPartner(page), 'Zubin'),
  },
  {
    title: '§2.6 Edit planner: saving',
    calls: { mandap: ['PATCH /bookings/{id}'], plain: ['PATCH /bookings/{id}'] },
    open: openBookingAndPartner,
    async ready({ page }) {
      await openPlanner(page)
      await existingPartner(page).fill('Zubin')
      await page.getByRole('option', { name: 'Zubin Irani' }).first().click()
    },
    act: press('Save'),
    shows: [{ says: 'Error saving details. Please try again.', well: noDialog }],
    kept: (page) => dialog(page).getByText('Zubin Irani', { exact: true }).waitFor(),
    fine: saidNothing,
  },
  {
    title: '§2.6 Edit planner: a partner by hand',
    calls: { mandap: ['POST /temp-partner'], plain: ['POST /temp-partner'] },
    open: openBooking,
    ready: openManual,
    act: press('Save'),
    shows: [{ says: 'Error saving details. Please try again.', well: noDialog }],
    kept: keptManual,
  },
  {
    title: '§2.6 Edit planner: a partner by hand, put on the booking',
    calls: { mandap: ['PATCH /bookings/{id}'], plain: ['PATCH /bookings/{id}'] },
    open: openBooking,
    ready: openManual,
    act: press('Save'),
    shows: [{ says: 'Error updating partner. Please try again.', well: noDialog }],
    kept: keptManual,
    fine: saidNothing,
  },
  {
    title: '§2.7 Expired Bookings',
    calls: { mandap: ['GET /bookings?list=expired'], plain: ['GET /bookings'] },
    staysSignedOut: true,
    async open(harness) {
      await harness.booking({ createdAt: inDays(-40), dateFrom: inDays(-9), dateTo: inDays(-9) })
      await harness.open('/expired-bookings')
    },
    shows: [{ says: 'No expired bookings found.', well: article }],
  },
  {
    title: 'Exporting a list',
    calls: { mandap: ['POST /exports'], plain: 'writes the list that is held' },
    open: ({ open }) => open('/booking-details'),
    async act(page) {
      const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
      if (await again.isVisible()) return again.click()
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('button', { name: /\.csv/ }).click()
    },
    shows: [
      {
        says: 'The bookings could not be exported.',
        well: (page) => page.getByRole('status').filter({ hasText: 'is being saved' }),
      },
    ],
  },
]
