import { bookingJson } from '@mandap/domain/testing/builders.ts'
import { page } from 'vitest/browser'
import { expect } from 'vitest'
import { click, fill, shown } from '../testing/act.ts'
import { isVisible, until } from '../testing/until.ts'
import {
  article,
  dialog,
  isUnread,
  main,
  noDialog,
  press,
  region,
  type Scenario,
  tryAgain,
} from './scenario.ts'

const DETAIL = '/booking-details/card'
const LINKED = `${DETAIL}?id=booked`
const NOT_LISTED = 'No bookings match the selected filters.'

const link = () => page.getByRole('link', { name: 'ZF1' })
const customer = region('Customer details')
const planner = region('Event planner details')
const existingPartner = () => dialog().getByLabelText('Existing partner').last()

const plannerFilter = () => page.getByRole('combobox', { name: 'Planner' })
const openPlanner = () => click(page.getByRole('button', { name: 'Edit planner' }))

async function pickPartner() {
  await openPlanner()
  await fill(existingPartner(), 'Zubin')
  await click(page.getByRole('option', { name: 'Zubin Irani' }).first())
}

async function fillManual() {
  await openPlanner()
  await click(dialog().getByText('Manual partner'))
  await fill(dialog().getByLabelText('Partner name'), 'Rohan Das')
  await fill(dialog().getByLabelText('Personal number'), '9820012345')
}

const keptManual = () =>
  expect(dialog().getByLabelText('Partner name').element()).toHaveValue('Rohan Das')

async function typeNumber() {
  const field = page.getByLabelText('Search by Booking ID')
  await fill(field, '')
  await fill(field, 'ZF9')
}

async function reloadPartners() {
  await press('Try again')()
  await click(existingPartner())
}

export const BOOKING_SCENARIOS: readonly Scenario[] = [
  {
    title: '§2.5 Booking Details: list',
    calls: { mandap: ['GET /bookings?tab'], plain: ['GET /bookings'] },
    path: '/booking-details',
    shows: [{ says: NOT_LISTED, within: () => page.getByRole('tabpanel'), good: article }],
    inEveryMode: true,
  },
  {
    title: '§2.5 Booking Details: names of planners',
    calls: { mandap: ['GET /partner-names'], plain: ['GET /partners'] },
    path: '/booking-details',
    ready: () => shown(article()),
    act: () => fill(plannerFilter(), 'zubin'),
    shows: [
      {
        says: 'The names could not be loaded.',
        async again() {
          await click(page.getByRole('button', { name: 'Try again' }))
          expect(plannerFilter().element()).toHaveValue('zubin')
          await click(plannerFilter())
        },
        good: () => page.getByRole('option', { name: 'Zubin Irani' }),
      },
    ],
    kept: () => expect(plannerFilter().element()).toHaveValue('zubin'),
  },
  {
    title: '§2.5 Booking Details: suggestions and lookup',
    calls: {
      mandap: ['GET /bookings?numberPrefix', 'GET /bookings?numberId'],
      plain: ['GET /bookings?numberId'],
    },
    path: '/booking-details',
    async ready({ bookings }) {
      await shown(article())
      // the whole list, which the adapter has read, does not have it
      bookings.set('late', bookingJson({ _id: 'late', numberId: 'ZF9' }))
    },
    act: typeNumber,
    shows: [
      {
        says: 'No matches. The search failed. Type again to retry.',
        again: typeNumber,
        good: () => page.getByRole('option', { name: 'ZF9' }),
      },
    ],
  },
  {
    title: '§2.6 Booking detail: a booking by its id',
    calls: { mandap: ['GET /bookings/{id}'], plain: ['GET /bookings/{id}'] },
    path: LINKED,
    shows: [
      {
        says: (mode) =>
          mode === 'notFound'
            ? 'This booking no longer exists.'
            : 'This booking could not be loaded.',
        stays: ['notFound'],
        good: customer,
      },
    ],
  },
  {
    title: '§4.3 Booking Details, Inprogress: how many have ended',
    calls: { mandap: ['GET /bookings?list=ended'] },
    path: '/booking-details?tab=inprogress',
    shows: [
      {
        says: 'The events that have ended could not be counted.',
        within: () => page.getByRole('tabpanel'),
        good: () => page.getByRole('link', { name: /ended, not completed/ }),
      },
    ],
  },
  {
    title: '§4.3 Ended, not completed',
    calls: { mandap: ['GET /bookings?list=ended'] },
    path: '/booking-details/ended',
    shows: [{ says: NOT_LISTED, good: article }],
  },
  {
    title: '§2.4 Bookings of a count',
    calls: { mandap: ['GET /bookings?list=counted'] },
    path: '/booking-details/counted?figure=all',
    shows: [{ says: NOT_LISTED, good: article }],
  },
  {
    title: '§2.4 Bookings found',
    calls: { mandap: ['GET /bookings?list=found'] },
    path: '/booking-details/found?search=zubinpur',
    shows: [{ says: 'No bookings found.', good: article }],
  },
  {
    title: '§2.6 Booking detail: booking, customer, planner and activity',
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
    path: '/booking-details',
    ready: () => shown(link()),
    act: () => click(link()),
    place: DETAIL,
    shows: [
      {
        says: 'Failed to fetch client details.',
        within: customer,
        again: tryAgain(customer),
        good: () => customer().getByText('Kavya Nair'),
      },
      {
        says: 'Failed to fetch planner details.',
        within: planner,
        again: tryAgain(planner),
        good: () =>
          planner()
            .getByText(/@example/)
            .first(),
      },
    ],
  },
  {
    title: '§2.6 Booking detail: the current booking',
    calls: { mandap: ['GET /bookings/{id}'] },
    path: '/booking-details',
    ready: () => shown(link()),
    act: () => click(link()),
    place: DETAIL,
    shows: [
      {
        says: (mode) =>
          mode === 'notFound'
            ? 'This booking no longer exists.'
            : 'This booking could not be reloaded.',
        within: () => main().getByRole('alert'),
        again: tryAgain(),
        good: () => region('Booking')().first(),
      },
    ],
  },
  {
    title: "§2.6 Booking detail: the planner's other events",
    calls: { mandap: ['GET /bookings?list=onDays'] },
    path: LINKED,
    shows: [
      {
        says: 'Other events of the planner on these days could not be loaded.',
        within: planner,
        again: tryAgain(planner),
        good: () => planner().getByText('Double booking').first(),
      },
    ],
  },
  {
    title: '§2.6 Edit planner: other events of the selected partner',
    calls: { mandap: ['GET /bookings?list=onDays'] },
    path: LINKED,
    // the screen below makes the same call
    ready: openPlanner,
    act: async () => {
      await fill(existingPartner(), 'Gopal')
      const gopal = page.getByRole('option', { name: 'Gopal Das' }).first()
      const ended = page.getByText('Your session has ended.')
      // an unauthorised call ends the session before there are suggestions
      await until('a suggestion or the end', () => isVisible(gopal) || isVisible(ended))
      if (isVisible(gopal)) await click(gopal)
    },
    shows: [
      {
        says: 'Other events of the partner on these days could not be loaded.',
        within: dialog,
        again: tryAgain(dialog),
        good: () => dialog().getByText('Free on these days').first(),
      },
    ],
    kept: () => expect(dialog().getByText('Gopal Das', { exact: true }).element()).toBeVisible(),
  },
  {
    title: '§2.6 Edit planner: partners to pick',
    calls: { mandap: ['GET /partners?list=approved'] },
    path: LINKED,
    act: openPlanner,
    shows: [
      {
        says: 'Failed to fetch partners list.',
        within: dialog,
        again: reloadPartners,
        good: () => dialog().getByRole('option').first(),
      },
    ],
  },
  {
    title: '§2.6 Edit planner: a search for partners',
    calls: { mandap: ['GET /partners?list=approved&search=Zubin'] },
    path: LINKED,
    ready: openPlanner,
    act: () => fill(existingPartner(), 'Zubin'),
    shows: [
      {
        says: 'Failed to fetch partners list.',
        within: dialog,
        again: reloadPartners,
        good: () => page.getByRole('option', { name: 'Zubin Irani' }).first(),
      },
    ],
    kept: () => expect(existingPartner().element()).toHaveValue('Zubin'),
  },
  {
    title: '§2.6 Edit planner: saving',
    calls: { mandap: ['PATCH /bookings/{id}'], plain: ['PATCH /bookings/{id}'] },
    path: LINKED,
    ready: pickPartner,
    act: press('Save'),
    shows: [{ says: 'Error saving details. Please try again.', good: noDialog }],
    kept: () => expect(dialog().getByText('Zubin Irani', { exact: true }).element()).toBeVisible(),
    succeeds: isUnread,
    inEveryMode: true,
  },
  {
    title: '§2.6 Edit planner: a partner by hand',
    calls: { mandap: ['POST /temp-partner'], plain: ['POST /temp-partner'] },
    path: LINKED,
    ready: fillManual,
    act: press('Save'),
    shows: [{ says: 'Error saving details. Please try again.', good: noDialog }],
    kept: keptManual,
  },
  {
    title: '§2.6 Edit planner: a partner by hand, assigned to the booking',
    calls: { mandap: ['PATCH /bookings/{id}'] },
    path: LINKED,
    ready: fillManual,
    act: press('Save'),
    shows: [{ says: 'Error updating partner. Please try again.', good: noDialog }],
    kept: keptManual,
  },
  {
    title: '§2.7 Expired Bookings',
    calls: { mandap: ['GET /bookings?list=expired'] },
    path: '/expired-bookings',
    isPublic: true,
    shows: [{ says: 'No expired bookings found.', good: article }],
  },
  {
    title: 'Exporting a list',
    calls: { mandap: ['POST /exports'] },
    path: '/booking-details',
    async act() {
      await click(page.getByRole('button', { name: 'Export' }))
      await click(page.getByRole('button', { name: /\.csv/ }))
    },
    shows: [
      {
        says: 'The bookings could not be exported.',
        again: () => click(page.getByRole('alert').getByRole('button', { name: 'Try again' })),
        good: () => page.getByRole('status').filter({ hasText: 'Download started' }),
      },
    ],
  },
]
