import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import { FailedLists } from './failed-lists.ts'

const count = Type.Integer({ minimum: 0 })

/** The counts of the dashboard (§2.4). */
export const Summary = Type.Object({
  users: count,
  bookings: count,
  partners: count,
  bookingsByStatus: Type.Record(Type.String(), count, {
    description: 'Bookings per stored status. A status without bookings is absent.',
    examples: [{ pending: 12, confirmEvent: 7 }],
  }),
  failed: FailedLists,
})

export type Summary = Static<typeof Summary>

export const summaryCalls = {
  'GET /summary': {
    summary: 'Count users, bookings and partners',
    section: '§2.4',
    answers: { 200: { description: 'The counts.', schema: Summary } },
  },
} as const satisfies Record<string, Call>
