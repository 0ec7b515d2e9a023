import { page } from 'vitest/browser'
import { click, shown } from '../testing/act.ts'
import { ADMINISTRATOR } from '../testing/open-console.tsx'
import { article, region, type Scenario, SENTENCES } from './scenario.ts'

export const ACTIVITY_SCENARIOS: readonly Scenario[] = [
  {
    title: 'Activity: the audit log and its people',
    calls: { mandap: ['GET /activity', 'GET /activity/people'] },
    path: '/activity',
    shows: [
      {
        says: 'Activity could not be loaded.',
        again: () => click(page.getByRole('button', { name: 'Try again' }).last()),
        good: article,
      },
      {
        says: 'The names could not be loaded.',
        // they are fetched again with the entries
        again: () => Promise.resolve(),
        good: () => page.getByRole('combobox').filter({ hasText: ADMINISTRATOR.email }),
      },
    ],
  },
  {
    title: 'Activity: restoring a partner',
    calls: { mandap: ['POST /partners/{id}/restore'] },
    path: '/activity',
    superAdmin: true,
    ready: () => shown(restore()),
    act: () => click(restore()),
    shows: [
      {
        says: (mode) =>
          mode === 'notFound'
            ? 'This partner has already been restored, or was deleted more than 30 days ago.'
            : SENTENCES[mode],
        good: () => page.getByText('Partner restored.'),
      },
    ],
    succeeds: (mode) => mode === 'wrongShape' || mode === 'empty',
  },
  {
    title: '§2.6 Booking detail: activity',
    calls: { mandap: ['GET /activity?subjectId'] },
    path: '/booking-details/card?id=booked',
    shows: [
      {
        says: 'Activity could not be loaded.',
        within: region('Activity'),
        good: () => region('Activity')().getByText('No changes yet.'),
      },
    ],
  },
]

function restore() {
  return page.getByRole('button', { name: /^Restore/ })
}
