import { Type } from 'typebox'
import { BookingRecord } from './booking.ts'
import type { Call } from './call.ts'
import { FailedLists } from './failed-lists.ts'
import { PartnerRecord } from './partner.ts'
import { UserRecord } from './user.ts'

export const searchCalls = {
  'GET /search': {
    summary: 'Search users, bookings and partners',
    section: '§2.4, §5.5',
    description:
      'Those in which the text stands, in capitals or not: users and partners by name, bookings newest first. Blank text finds none.',
    querystring: Type.Object({
      text: Type.String({ maxLength: 1000, examples: ['mehta'] }),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 20, description: 'Of each kind; default 5.' }),
      ),
    }),
    answers: {
      200: {
        description: 'The first of each kind.',
        schema: Type.Object({
          data: Type.Object({
            users: Type.Array(UserRecord),
            bookings: Type.Array(BookingRecord),
            partners: Type.Array(PartnerRecord),
            failed: FailedLists,
          }),
        }),
      },
    },
    errors: [400],
  },
} as const satisfies Record<string, Call>
