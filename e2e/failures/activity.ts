import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import { press, article, SENTENCES, type Scenario } from './scenario.ts'
import { openDeletion } from './partner.ts'

export const ACTIVITY_SCENARIOS: readonly Scenario[] = [
  {
    title: 'Activity',
    calls: { mandap: ['GET /activity', 'GET /activity/people'], plain: 'keeps no trail' },
    open: ({ open }) => open('/activity'),
    shows: [
      {
        says: 'Activity could not be loaded.',
        again: (page) => page.getByRole('button', { name: 'Try again' }).last().click(),
        well: article,
      },
      {
        says: 'The names could not be loaded.',
        within: (page) => page.getByRole('search'),
        well: (page) => page.locator(`search select:has([value="${ADMINISTRATOR.email}"])`),
      },
    ],
  },
  {
    title: 'Activity: restoring a partner',
    calls: { mandap: ['POST /partners/{id}/restore'], plain: 'forgets whom it deleted' },
    superAdmin: true,
    open: ({ open }) => open('/approval-panel'),
    async ready(harness) {
      const name = await openDeletion(harness)
      await press('Delete')(harness.page)
      await harness.page.getByText('Partner deleted successfully!').waitFor()
      await harness.open(`/activity?search=${encodeURIComponent(name)}`)
    },
    act: (page) =>
      page
        .getByRole('button', { name: /^Restore/ })
        .first()
        .click(),
    shows: [
      {
        says: (mode) =>
          mode === 404
            ? 'This partner has already been restored, or was deleted more than 30 days ago.'
            : SENTENCES[mode],
        // any success is one; it is said for a moment, and told here where it was done
        well: (page) =>
          page
            .getByText('Partner restored.')
            .or(page.getByRole('article').filter({ hasText: 'restored partner' }))
            .first(),
      },
    ],
    fine: (mode) => mode === 'shape' || mode === 'empty',
  },
]
