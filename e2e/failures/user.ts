import { region, type Visit } from './visit.ts'

export const USER_VISITS: readonly Visit[] = [
  {
    title: '§2.4 Dashboard: search',
    calls: { mandap: ['GET /search'] },
    async open(stage) {
      await stage.user({ fullName: 'Zeenat Zaveri' })
      await stage.open('/dashboard?search=Zeenat%20Zaveri')
    },
    shows: [
      {
        says: 'The search could not be made.',
        within: (page) => page.getByRole('main').getByRole('alert').first(),
        well: (page) =>
          page
            .getByRole('main')
            .getByRole('link', { name: /Zeenat/ })
            .first(),
      },
    ],
  },
  {
    title: '§2.4 Dashboard: counts',
    calls: { mandap: ['GET /summary'] },
    open: ({ open }) => open('/dashboard'),
    shows: [
      {
        says: 'The counts could not be fetched.',
        within: region('Summary'),
        well: (page) => region('Summary')(page).getByText(/^[\d,]+ bookings$/),
      },
    ],
  },
  {
    title: '§2.4 Dashboard: counts',
    calls: { plain: ['GET /bookings', 'GET /user/all', 'GET /partners'] },
    async open(stage) {
      await Promise.all([stage.booking(), stage.user(), stage.partner()])
      await stage.open('/dashboard')
    },
    shows: [
      {
        says: 'No bookings fetched.',
        within: region('Summary'),
        well: (page) => region('Summary')(page).getByText(/^[\d,]+ bookings?$/),
      },
    ],
  },
  {
    title: '§2.11 User Count: users, totals and counts',
    calls: {
      mandap: ['GET /users', 'GET /totals', 'GET /summary'],
    },
    async open(stage) {
      await Promise.all([stage.user(), stage.booking(), stage.partner()])
      await stage.open('/user-count')
    },
    shows: [
      {
        says: 'No users found.',
        within: region('Users'),
        well: (page) => region('Users')(page).getByText(/^[\d,]+ users?$/),
      },
      {
        says: 'The revenue could not be loaded.',
        within: region('Revenue'),
        well: (page) => region('Revenue')(page).getByText(/from confirmed and completed/),
      },
      {
        says: (_, kind) =>
          kind === 'plain'
            ? 'Could not be loaded: users, bookings, partners.'
            : 'The counts could not be loaded.',
        within: (page) => region('Summary')(page).getByRole('alert').first(),
        well: (page) =>
          region('Summary')(page)
            .locator('dd')
            .filter({ hasText: /^[\d,]+$/ })
            .first(),
      },
    ],
  },
]
