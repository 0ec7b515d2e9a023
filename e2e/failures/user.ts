import type { Page } from '@playwright/test'
import { dialog, region, typed, value, type Scenario } from './scenario.ts'

const palette = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search or go to' })

export const USER_SCENARIOS: readonly Scenario[] = [
  {
    title: '§2.4 Dashboard: search',
    calls: { mandap: ['GET /search'], plain: ['GET /bookings', 'GET /user/all', 'GET /partners'] },
    async open(harness) {
      await harness.user({ fullName: 'Zeenat Zaveri' })
      await harness.open('/dashboard?search=Zeenat%20Zaveri')
    },
    shows: [
      {
        says: 'The search failed.',
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
    title: '§5.5 Command palette: search',
    calls: { mandap: ['GET /search'], plain: ['GET /bookings', 'GET /user/all', 'GET /partners'] },
    async open(harness) {
      await harness.user({ fullName: 'Zeenat Zaveri' })
      // a screen that asks for no list itself
      await harness.open(`/gst-requests/${await harness.partner({ NoGST: 'true' })}`)
    },
    async ready({ page, enterAnew }) {
      if (await palette(page).isVisible()) await page.keyboard.press('Escape')
      await enterAnew()
      await page.getByRole('banner').getByRole('button', { name: 'Search or go to' }).click()
    },
    act: (page) => typed(palette(page), 'Zeenat Zaveri'),
    shows: [
      {
        says: 'The search failed.',
        within: dialog,
        again: (page) => dialog(page).getByRole('button', { name: 'Try again' }).click(),
        well: (page) =>
          dialog(page)
            .getByRole('option', { name: /Zeenat/ })
            .first(),
      },
    ],
    kept: (page) => value(palette(page), 'Zeenat Zaveri'),
  },
  {
    title: '§2.4 Dashboard: counts',
    calls: { mandap: ['GET /summary'], plain: 'is told of below, list by list' },
    open: ({ open }) => open('/dashboard'),
    shows: [
      {
        says: 'The counts could not be loaded.',
        within: region('Summary'),
        well: (page) => region('Summary')(page).getByText(/^[\d,]+ bookings$/),
      },
    ],
  },
  {
    title: '§2.4 Dashboard: counts',
    calls: {
      mandap: 'is told of above',
      plain: ['GET /bookings', 'GET /user/all', 'GET /partners'],
    },
    async open(harness) {
      await Promise.all([harness.booking(), harness.user(), harness.partner()])
      await harness.open('/dashboard')
    },
    shows: [
      {
        says: 'No bookings fetched.',
        within: region('Summary'),
        well: (page) => region('Summary')(page).getByText(/^[\d,]+ bookings?$/),
      },
      {
        // what could not be counted is not none
        says: '–',
        within: (page) => region('Summary')(page).locator('dd').first(),
        well: (page) =>
          region('Summary')(page)
            .locator('dd')
            .first()
            .getByText(/^[\d,]+$/),
      },
    ],
  },
  {
    title: '§2.11 User Count: users, totals and counts',
    calls: {
      mandap: ['GET /users', 'GET /totals', 'GET /summary'],
      plain: ['GET /user/all', 'GET /bookings', 'GET /partners'],
    },
    async open(harness) {
      await Promise.all([harness.user(), harness.booking(), harness.partner()])
      await harness.open('/user-count')
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
          kind === 'plain' ? 'Could not be loaded:' : 'The counts could not be loaded.',
        within: (page) => region('Summary')(page).getByRole('alert').first(),
        well: (page) =>
          region('Summary')(page)
            .locator('dd')
            .filter({ hasText: /^[\d,]+$/ })
            .first(),
      },
    ],
  },
  {
    title: "§2.11 User Count: a user's bookings",
    calls: {
      mandap: ['GET /user/{id}/booking-counts', 'GET /bookings?list=ofUser'],
      plain: ['GET /bookings'],
    },
    async open(harness) {
      const fullName = `Zeenat ${Date.now().toString(36)}`
      const userId = await harness.user({ fullName })
      await harness.booking({ userId, status: 'pending', numberId: 'ZFUSER1' })
      await harness.open(`/user-count?search=${encodeURIComponent(fullName)}&user=${userId}`)
    },
    shows: [
      {
        says: 'The number of bookings could not be loaded.',
        within: (page) =>
          region('Users')(page).getByRole('alert').filter({ hasText: 'The number of bookings' }),
        well: (page) => region('Users')(page).getByRole('tab', { name: /Pending\s*1/ }),
      },
      {
        says: 'No pending bookings.',
        within: (page) => region('Users')(page).getByRole('tabpanel'),
        well: (page) => region('Users')(page).getByText('ZFUSER1'),
      },
    ],
  },
]
