import { ADMINISTRATOR } from '@mandap/server/testing/server.ts'
import { article, type Visit } from './visit.ts'

export const ACTIVITY_VISITS: readonly Visit[] = [
  {
    title: 'Activity',
    calls: { mandap: ['GET /activity', 'GET /activity/people'] },
    open: ({ open }) => open('/activity'),
    shows: [
      {
        says: 'The activity could not be loaded.',
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
]
