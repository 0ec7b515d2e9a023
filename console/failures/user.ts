import { page } from 'vitest/browser'
import { expect } from 'vitest'
import { click, fill } from '../testing/act.ts'
import { dialog, main, region, type Scenario, tryAgain } from './scenario.ts'

const summary = region('Summary')
const customers = region('Customers')
const WHOLE_LISTS = ['GET /bookings', 'GET /user/all', 'GET /partners']

const palette = () => dialog().getByRole('combobox', { name: 'Search or go to' })

export const USER_SCENARIOS: readonly Scenario[] = [
  {
    title: '§2.4 Dashboard: search',
    calls: { mandap: ['GET /search'], plain: WHOLE_LISTS },
    path: '/dashboard?search=Zeenat%20Zaveri',
    shows: [
      {
        says: 'The search failed.',
        within: () => main().getByRole('alert').first(),
        good: () =>
          main()
            .getByRole('link', { name: /Zeenat/ })
            .first(),
      },
    ],
  },
  {
    title: '§2.4 Dashboard: search of one of the lists',
    calls: { plain: ['GET /user/all'] },
    // of a customer and a partner
    path: '/dashboard?search=z',
    shows: [
      {
        says: 'The customers could not be searched.',
        within: () => main().getByRole('alert').first(),
        good: () =>
          main()
            .getByRole('link', { name: /Zeenat/ })
            .first(),
      },
      {
        // the other lists are searched
        says: 'Zubin Irani',
        within: main,
        good: () => main().getByRole('link', { name: 'Zubin Irani' }).first(),
      },
    ],
  },
  {
    title: '§2.4 Dashboard: debug data',
    calls: { mandap: ['GET /users'] },
    path: '/dashboard?search=nobody%20is%20called%20so',
    act: () => click(main().getByText('Debug data')),
    shows: [
      {
        says: 'The customers could not be loaded.',
        within: region('Customers, raw'),
        again: tryAgain(region('Customers, raw')),
        good: () => main().getByRole('heading', { name: /^Customers \(\d+\)$/ }),
      },
    ],
  },
  {
    title: '§5.5 Command palette: search',
    calls: { mandap: ['GET /search'] },
    // a screen that reads no list
    path: '/gst-requests/gita',
    ready: () => click(page.getByRole('banner').getByRole('button', { name: 'Search or go to' })),
    act: () => fill(palette(), 'Zeenat Zaveri'),
    shows: [
      {
        says: 'The search failed.',
        within: dialog,
        again: () => click(dialog().getByRole('button', { name: 'Try again' })),
        good: () =>
          dialog()
            .getByRole('option', { name: /Zeenat/ })
            .first(),
      },
    ],
    kept: () => expect(palette().element()).toHaveValue('Zeenat Zaveri'),
  },
  {
    title: '§2.4 Dashboard: counts',
    calls: { mandap: ['GET /summary'] },
    path: '/dashboard',
    shows: [
      {
        says: 'The counts could not be loaded.',
        within: summary,
        good: () => summary().getByText(/^[\d,]+ bookings$/),
      },
    ],
  },
  {
    title: '§2.4 Dashboard: counts of whole lists',
    calls: { plain: WHOLE_LISTS },
    path: '/dashboard',
    shows: [
      {
        says: 'No bookings fetched.',
        within: summary,
        good: () => summary().getByText(/^[\d,]+ bookings?$/),
      },
      {
        says: 'Could not be loaded: users, bookings, and partners.',
        within: summary,
        good: () => summary().getByText(/^[\d,]+ users?$/),
      },
      {
        // a list that could not be counted does not count 0
        says: '–',
        within: () => summary().getByRole('definition').first(),
        good: () =>
          summary()
            .getByRole('definition')
            .first()
            .getByText(/^[\d,]+$/),
      },
    ],
  },
  {
    title: '§2.4 Dashboard: charts',
    calls: { mandap: ['GET /totals'] },
    path: '/dashboard',
    shows: [
      {
        says: 'The bookings by month could not be loaded.',
        within: region('Bookings by month'),
        good: () => page.getByRole('slider', { name: /^Bookings/ }),
      },
      {
        says: 'The revenue could not be loaded.',
        within: region('Confirmed revenue'),
        good: () => page.getByRole('slider', { name: /^Confirmed revenue/ }),
      },
      // the funnel has the counts of the summary
      { says: '100%', within: region('Status of bookings'), good: region('Status of bookings') },
    ],
  },
  {
    title: '§2.11 User Count: users, totals and counts',
    calls: { mandap: ['GET /users', 'GET /totals', 'GET /summary'], plain: WHOLE_LISTS },
    path: '/user-count',
    shows: [
      {
        says: 'No users found.',
        within: customers,
        good: () => customers().getByText(/^[\d,]+ customers?$/),
      },
      {
        says: 'The revenue could not be loaded.',
        within: region('Revenue'),
        good: () => region('Revenue')().getByText(/from confirmed and completed/),
      },
      {
        says: (_, kind) =>
          kind === 'plain' ? 'Could not be loaded:' : 'The counts could not be loaded.',
        within: () => summary().getByRole('alert').first(),
        good: () =>
          summary()
            .getByRole('definition')
            .filter({ hasText: /^[\d,]+$/ })
            .first(),
      },
    ],
  },
  {
    title: "§2.11 User Count: a user's bookings",
    calls: { mandap: ['GET /user/{id}/booking-counts', 'GET /bookings?list=ofUser'] },
    path: '/user-count?search=Zeenat&user=zeenat',
    shows: [
      {
        says: 'The number of bookings could not be loaded.',
        within: () =>
          customers().getByRole('paragraph').filter({ hasText: 'The number of bookings' }),
        good: () => customers().getByRole('tab', { name: /Pending\s*1/ }),
      },
      {
        says: 'No pending bookings.',
        within: () => customers().getByRole('tabpanel'),
        good: () => customers().getByText('ZF3'),
      },
    ],
  },
]
